import { shop } from '#web/shop/shop.ts';

const { street, city, state, pincode } = shop.address;

/** The shop as a schema.org organization. Social links without a path are not profiles, so they are left out. */
export const organization: Record<string, unknown> = {
  '@context': 'https://schema.org',
  '@type': ['Organization', 'BookStore'],
  '@id': '/#shop',
  name: shop.name,
  alternateName: shop.marathiName,
  legalName: shop.legalName,
  url: '/',
  telephone: shop.telephone,
  email: shop.email,
  address: {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city,
    addressRegion: state,
    postalCode: pincode,
    addressCountry: 'IN',
  },
  sameAs: shop.social.map(({ url }) => url).filter((url) => new URL(url).pathname !== '/'),
};

/** The website and its search, as schema.org data. */
export const website: Record<string, unknown> = {
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  '@id': '/#site',
  name: shop.name,
  alternateName: shop.marathiName,
  url: '/',
  publisher: { '@id': '/#shop' },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: '/product?search={search_term_string}' },
    'query-input': 'required name=search_term_string',
  },
};
