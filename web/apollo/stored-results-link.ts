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

/**
 * Marks the offline queries for the service worker with `stale-if-error` (RFC 5861), unless the operation's context
 * already sets `cache-control`. The syntax requires a number of seconds; the service worker only checks whether it is
 * zero, which forbids a stored result.
 */
export const storedResultsLink = new ApolloLink((operation, forward) => {
  if (offlineQueries.has(operation.operationName ?? '')) {
    operation.setContext(({ headers }) => ({
      headers: { 'cache-control': 'stale-if-error=1', ...headers },
    }));
  }
  return forward(operation);
});
