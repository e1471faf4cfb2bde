import type { RequestHandler } from 'express';
import { themeColours } from '../app/preferences.ts';
import type { Shop } from '../shop/shop.ts';
import { appIcons } from './app-icons.ts';

/** Serves the manifest with which browsers install the shop to the home screen, under the shop's own name. */
export function serveAppManifest(shop: Shop): RequestHandler {
  const manifest = {
    id: '/',
    name: shop.marathiName === '' ? shop.name : `${shop.name} – ${shop.marathiName}`,
    short_name: shop.name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // A manifest has only one colour of each kind. The pages have one for light and one for dark mode.
    background_color: themeColours.light,
    theme_color: themeColours.light,
    icons: appIcons.map(({ url, size, purpose }) => ({
      src: url,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  };
  return (request, response, next) => {
    if (request.path !== '/manifest.webmanifest') return next();
    response
      .set({ 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' })
      .type('application/manifest+json')
      .send(JSON.stringify(manifest));
  };
}
