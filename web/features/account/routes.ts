import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const accountRoutes: RouteObject[] = [
  page('user-login', {
    module: 'features/account/LoginPage.tsx',
    load: () => import('./LoginPage.tsx'),
    needsScripts: true,
  }),
  page('registeration', {
    module: 'features/account/RegistrationPage.tsx',
    load: () => import('./RegistrationPage.tsx'),
    needsScripts: true,
  }),
  page('profile', {
    module: 'features/account/ProfilePage.tsx',
    load: () => import('./ProfilePage.tsx'),
    shopperOnly: true,
  }),
];
