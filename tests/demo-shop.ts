import settings from '#web/shop/shop.json' with { type: 'json' };
import type { Shop } from '#web/shop/shop.ts';

/** The settings of the demo shop. */
export const demoShop: Shop = { ...settings, social: [], icon: '/favicon.svg' };
