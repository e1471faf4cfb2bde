import { type Shop, type Weekday, weekdays } from '#web/shop/shop.ts';

/** The shop as a schema.org organization. Social links without a path are not profiles, so they are left out. */
export const describeOrganization = (shop: Shop): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': ['Organization', 'BookStore'],
  '@id': '/#shop',
  name: shop.name,
  alternateName: shop.marathiName || undefined,
  legalName: shop.legalName,
  url: '/',
  telephone: shop.telephone,
  email: shop.email,
  address: {
    '@type': 'PostalAddress',
    streetAddress: shop.address.street,
    addressLocality: shop.address.city,
    addressRegion: shop.address.state,
    postalCode: shop.address.pincode,
    addressCountry: 'IN',
  },
  hasMap: shop.mapUrl,
  openingHoursSpecification: shop.openingHours.map(({ from, to, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: listWeekdays(from, to),
    opens,
    closes,
  })),
  sameAs: shop.social.map(({ url }) => url).filter((url) => new URL(url).pathname !== '/'),
});

/** The website and its search, as schema.org data. */
export const describeWebsite = (shop: Shop): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  '@id': '/#site',
  name: shop.name,
  alternateName: shop.marathiName || undefined,
  url: '/',
  publisher: { '@id': '/#shop' },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: '/product?search={search_term_string}' },
    'query-input': 'required name=search_term_string',
  },
});

/** The days from one weekday to another, both included. A range may span the end of the week. */
function listWeekdays(from: Weekday, to: Weekday): Weekday[] {
  const first = weekdays.indexOf(from);
  const dayCount = ((weekdays.indexOf(to) - first + weekdays.length) % weekdays.length) + 1;
  return Array.from({ length: dayCount }, (_, index) => weekdays[(first + index) % weekdays.length] ?? from);
}
