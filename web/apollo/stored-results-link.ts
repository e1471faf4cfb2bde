import { ApolloLink } from '@apollo/client';

/**
 * The queries whose last result the service worker may return while the shop can't be reached. Queries for orders are
 * not included, because a stored result must never say whether an order was placed. Prices of the cart are included,
 * because the gateway calculates them again for each order.
 */
export const offlineQueries: ReadonlySet<string> = new Set([
  'AuthorByName',
  'Authors',
  'BestProducts',
  'CartAndWishlist',
  'Categories',
  'CategoryByName',
  'CheckoutQuote',
  'Coupons',
  'FilterValues',
  'HomeCollections',
  'LanguageByName',
  'Languages',
  'Listing',
  'ListingPage',
  'MarketingPosts',
  'Notifications',
  'Product',
  'ProductDelivery',
  'PublisherByName',
  'Publishers',
  'RecentlyViewed',
  'SharedWishlist',
  'Slides',
  'VisitorCart',
  'Wishlist',
]);

const oneWeekSeconds = 7 * 24 * 60 * 60;

/**
 * Marks the offline queries for the service worker with `stale-if-error` (RFC 5861). The syntax requires a number of
 * seconds, which the service worker ignores.
 */
export const storedResultsLink = new ApolloLink((operation, forward) => {
  if (offlineQueries.has(operation.operationName ?? '')) {
    operation.setContext(({ headers }) => ({
      headers: { ...headers, 'cache-control': `stale-if-error=${oneWeekSeconds}` },
    }));
  }
  return forward(operation);
});
