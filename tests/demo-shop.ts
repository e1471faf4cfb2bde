import { z } from 'zod';
import settings from '#web/shop/shop.json' with { type: 'json' };
import { type Shop, weekdays } from '#web/shop/shop.ts';

const weekdaySchema = z.enum(weekdays);
const openingHoursSchema = z.array(
  z.object({ from: weekdaySchema, to: weekdaySchema, opens: z.string(), closes: z.string() }),
);

/** The settings of the demo shop. */
export const demoShop: Shop = {
  ...settings,
  openingHours: openingHoursSchema.parse(settings.openingHours),
  social: [],
  icon: '/favicon.svg',
};
