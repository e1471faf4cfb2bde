import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { NotFound } from '#web/routing/NotFound.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Layout } from './shell/Layout.tsx';

/** The layout's error boundary. It also handles URLs that match no route. */
export function ShopError() {
  const error = useRouteError();
  // Not even the catch-all route matches some paths, such as one with a line break.
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Layout>
        <NotFound />
      </Layout>
    );
  }
  return <LayoutError />;
}

/** Uses as few other components as possible, because any of them may have failed. */
function LayoutError() {
  const { t } = useTranslation('ui');
  return (
    <main className="container page" role="alert">
      <PageMeta title={t('failed.title')} noIndex />
      <EmptyState level={1} title={t('failed.title')} text={t('failed.text')}>
        <a className="button button--solid" href="/">
          {t('home')}
        </a>
      </EmptyState>
    </main>
  );
}
