import { shop } from '#web/shop/shop.ts';

const { street, city, state, pincode } = shop.address;

/** Who the shop is, in schema.org's words. A bare front page of a network is nobody's profile. */
export const organization: Record<string, unknown> = {
  '@context': 'https://schema.org',
  '@type': ['Organization', 'BookStore'],
  '@id': '/#shop',
  name: shop.name,
  alternateName: shop.nameMarathi,
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
  sameAs: shop.social.map(({ link }) => link).filter((link) => new URL(link).pathname !== '/'),
};

/** The site, and how it is searched. */
export const website: Record<string, unknown> = {
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  '@id': '/#site',
  name: shop.name,
  alternateName: shop.nameMarathi,
  url: '/',
  publisher: { '@id': '/#shop' },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: '/product?search={search_term_string}' },
    'query-input': 'required name=search_term_string',
  },
};
