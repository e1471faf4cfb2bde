import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { NotFound } from '#web/routing/NotFound.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Layout } from './shell/Layout.tsx';

/** In place of everything, when the layout itself failed, or when no route matches the address. */
export function ShopError() {
  const error = useRouteError();
  // Such as a path with the end of a line in it, which not even the route for all paths matches.
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Layout>
        <NotFound />
      </Layout>
    );
  }
  return <LayoutFailure />;
}

/** Leans on as little as it can. */
function LayoutFailure() {
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
