import { useApolloClient } from '@apollo/client/react';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import { ListingDocument } from '#web/catalogue/Listing.generated.ts';
import { createListingVariables } from '#web/catalogue/listing-query.ts';
import { parseListingUrl } from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';

/**
 * Returns a handler for clicks on a category. It first fetches the category's products and shows an alert if there are
 * none or fetching them fails (requirements.md 2.5). Otherwise it opens the category page, which reads them from the
 * cache. If the shopper has left the page in the meantime, nothing happens.
 */
export function useOpenCategory(name: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { t } = useTranslation('catalogue');
  const client = useApolloClient();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const [runTask] = useSingleTask();

  /** Loads the products. Resolves with the problem to show; null if the category has products. */
  async function load(): Promise<string | null> {
    const listing = parseListingUrl(new URLSearchParams());
    const variables = createListingVariables(listing, { dimension: 'category', name });
    try {
      const { data } = await client.query({ query: ListingDocument, variables });
      return data?.products.totalCount === 0 ? t('collections.noProducts') : null;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return t('collections.error', { message });
    }
  }

  async function open(): Promise<void> {
    const problem = await load();
    if (isUnmounted()) return;
    if (problem === null) await navigate(getCollectionPath('category', name));
    else await toasts.alert({ title: problem, confirmText: t('collections.ok') });
  }

  return (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void runTask(open);
  };
}
