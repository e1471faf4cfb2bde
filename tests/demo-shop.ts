import { z } from 'zod';
import settings from '#web/shop/shop.json' with { type: 'json' };
import { type Shop, weekdays } from '#web/shop/shop.ts';

const weekday = z.enum(weekdays);
const openingHours = z.array(z.object({ from: weekday, to: weekday, opens: z.string(), closes: z.string() }));

/** The settings of the demo shop. */
export const demoShop: Shop = {
  ...settings,
  openingHours: openingHours.parse(settings.openingHours),
  social: [],
  icon: '/favicon.svg',
};
