import { skipToken } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductRow } from '#web/catalogue/ProductRow.tsx';
import { forgetViewed, recentlyViewed, rememberViewed } from '#web/catalogue/recently-viewed.ts';
import { useRecentlyViewedQuery } from './RecentlyViewed.generated.ts';

/**
 * The books this browser opened before, which it alone knows: the server's page holds none of them.
 * They stand last on the page, so nothing moves when they come.
 */
export function RecentlyViewed({ id }: { id: string }) {
  const { t } = useTranslation('product');
  const [ids, setIds] = useState<string[]>([]);
  const [cleared, setCleared] = useState(false);
  const word = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    setIds(recentlyViewed().filter((other) => other !== id));
    rememberViewed(id);
  }, [id]);
  // The pressed button is gone: the focus goes on where it stood.
  useEffect(() => {
    if (cleared) word.current?.focus();
  }, [cleared]);
  const { data } = useRecentlyViewedQuery(ids.length === 0 ? skipToken : { variables: { ids } });
  if (cleared) {
    return (
      <p ref={word} role="status" tabIndex={-1} className="muted">
        {t('recent.cleared')}
      </p>
    );
  }
  const clear = () => {
    forgetViewed();
    setCleared(true);
  };
  return (
    <ProductRow
      title={t('recent.title')}
      products={data?.productsById.filter((product) => product !== null) ?? []}
      action={
        <button type="button" className="button button--small" onClick={clear}>
          {t('recent.clear')}
        </button>
      }
    />
  );
}
