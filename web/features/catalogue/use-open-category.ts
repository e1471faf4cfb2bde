import { useApolloClient } from '@apollo/client/react';
import type { MouseEvent } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useNotice } from '#web/ui/notices/notices.ts';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { ListingDocument } from './Listing.generated.ts';
import { readListingAddress } from './listing-address.ts';
import { listingVariables } from './listing-query.ts';
import { shelfPath } from './shelf-kinds.ts';

/**
 * A click on a category fetches its products first and tells when there are none (requirements.md 2.5); what
 * was fetched is what its page then shows. A click for a new tab or window is the browser's own.
 */
export function useOpenCategory(name: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { t } = useTranslation('catalogue');
  const client = useApolloClient();
  const navigate = useNavigate();
  const notice = useNotice();
  const opening = useRef(false);

  async function open(): Promise<void> {
    const listing = readListingAddress(new URLSearchParams());
    const variables = listingVariables(listing, { dimension: 'category', name });
    const confirmText = t('shelves.ok');
    try {
      const { data } = await client.query({ query: ListingDocument, variables });
      if (data?.products.totalCount === 0) {
        await notice.alert({ title: t('shelves.noProducts'), confirmText });
      } else {
        await navigate(shelfPath('category', name));
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await notice.alert({ title: t('shelves.error', { message }), confirmText });
    }
  }

  return (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (opening.current) return;
    opening.current = true;
    void open().finally(() => {
      opening.current = false;
    });
  };
}
