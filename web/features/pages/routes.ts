import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const pagesRoutes: RouteObject[] = [
  page('*', {
    module: 'features/pages/NotFoundPage.tsx',
    load: () => import('./NotFoundPage.tsx'),
    messages: [],
  }),
];
