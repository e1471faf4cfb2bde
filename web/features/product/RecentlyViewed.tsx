import { skipToken } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { getBrowserSession } from '#web/auth/session.ts';
import { ProductRow } from '#web/catalogue/ProductRow.tsx';
import { recentlyViewed } from '#web/catalogue/stored-list.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useRecentlyViewedQuery } from './RecentlyViewed.generated.ts';

/**
 * The products that were opened earlier in this browser. Only the browser knows them, so they are not
 * server-rendered. The row comes last, so that only the footer moves when it appears.
 */
export function RecentlyViewed({ id }: { id: string }) {
  const { t } = useTranslation('product');
  const [ids, setIds] = useState<string[]>([]);
  const [cleared, setCleared] = useState(false);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    setIds(recentlyViewed.read().filter((other) => other !== id));
    recentlyViewed.add(id);
  }, [id]);
  // The next user of this browser must not see them on a page that stays open.
  useEffect(() => getBrowserSession().onEnd(() => setIds([])), []);
  // The pressed button is removed, so the focus moves to the message in its place.
  useEffect(() => {
    if (cleared) message.current?.focus();
  }, [cleared]);
  const { data } = useRecentlyViewedQuery(ids.length === 0 ? skipToken : { variables: { ids } });
  // Without ids, the query keeps its last result.
  const nodes = ids.length === 0 ? [] : (data?.nodes ?? []);
  if (cleared) {
    return (
      <p ref={message} role="status" tabIndex={-1} className="muted">
        {t('recent.cleared')}
      </p>
    );
  }
  const clear = () => {
    recentlyViewed.clear();
    setCleared(true);
  };
  return (
    <ProductRow
      title={t('recent.title')}
      products={nodes.filter((node) => node?.__typename === 'Product')}
      action={
        <button type="button" className="button button--small" onClick={clear}>
          {t('recent.clear')}
        </button>
      }
    />
  );
}
