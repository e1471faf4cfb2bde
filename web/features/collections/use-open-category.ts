import { useApolloClient } from '@apollo/client/react';
import type { MouseEvent } from 'react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import { ListingDocument } from '#web/catalogue/Listing.generated.ts';
import { createListingVariables } from '#web/catalogue/listing-query.ts';
import { parseListingUrl } from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useToast } from '#web/ui/toast/toasts.ts';

/**
 * Returns a handler for clicks on a category. It first fetches the category's products and shows an alert if there are
 * none (requirements.md 2.5). The category page then reads them from the cache. If the shopper has left the page in the
 * meantime, nothing happens. The browser handles clicks that open a new tab or window.
 */
export function useOpenCategory(name: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { t } = useTranslation('catalogue');
  const client = useApolloClient();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const toast = useToast();
  const opening = useRef(false);

  async function open(): Promise<void> {
    const listing = parseListingUrl(new URLSearchParams());
    const variables = createListingVariables(listing, { dimension: 'category', name });
    const confirmText = t('collections.ok');
    try {
      const { data } = await client.query({ query: ListingDocument, variables });
      if (isUnmounted()) return;
      if (data?.products.totalCount === 0) {
        await toast.alert({ title: t('collections.noProducts'), confirmText });
      } else {
        await navigate(getCollectionPath('category', name));
      }
    } catch (error) {
      if (isUnmounted()) return;
      const message = error instanceof Error ? error.message : String(error);
      await toast.alert({ title: t('collections.error', { message }), confirmText });
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
