import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const homeRoutes: RouteObject[] = [
  page('', {
    module: 'features/home/HomePage.tsx',
    load: () => import('./HomePage.tsx'),
  }),
  page('posts', {
    module: 'features/home/PostsPage.tsx',
    load: () => import('./PostsPage.tsx'),
  }),
];
