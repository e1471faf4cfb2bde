import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { catalogueRoutes } from '#web/app/catalogue-routes.ts';
import { NavigationProgress } from '#web/app/shell/NavigationProgress.tsx';
import type { LanguageCode } from '#web/i18n/languages.ts';
import { renderRoutes } from './render-routes.tsx';

/** The placeholders of content that is loading. */
export function findSkeletons(): NodeListOf<Element> {
  return document.querySelectorAll('[class*="skeleton"]');
}

/** Renders the catalogue pages, starting at `url`, below an optional header. */
export async function visit(url: string, language?: LanguageCode, header?: ReactNode) {
  const layout = (
    <>
      <NavigationProgress />
      {header}
      <main>
        <Outlet />
      </main>
    </>
  );
  const rendered = await renderRoutes({ routes: catalogueRoutes, layout, entry: url, language });
  const { router } = rendered;
  return {
    ...rendered,
    /** The current path and query, decoded. */
    readCurrentUrl: () => decodeURIComponent(router.state.location.pathname + router.state.location.search),
  };
}
