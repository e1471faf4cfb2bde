import type { TFunction } from 'i18next';

/** How long a delivery takes, as the gateway says it (`4-5 days`), in the page's language. */
export function deliveryTime(time: string, t: TFunction<'shopping'>): string {
  const days = /^(?<from>\d+)-(?<to>\d+) days$/.exec(time)?.groups;
  return days === undefined ? time : t('summary.days', { from: days.from, to: days.to });
}
