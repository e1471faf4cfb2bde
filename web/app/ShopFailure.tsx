import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';

/** In place of everything, when the layout itself failed. Leans on as little as it can. */
export function ShopFailure() {
  const { t } = useTranslation('ui');
  return (
    <main className="container page" role="alert">
      <PageMeta title={t('failed.title')} hidden />
      <EmptyState level={1} title={t('failed.title')} text={t('failed.text')}>
        <a className="button button--solid" href="/">
          {t('home')}
        </a>
      </EmptyState>
    </main>
  );
}
