import type { RouteObject } from 'react-router-dom';
import { listedDimensions } from '#web/catalogue/collections.ts';
import { dimensions } from '#web/catalogue/listing-url.ts';
import type { PageModule } from '#web/routing/page.tsx';
import { createRouteFactory } from './route-factory.ts';

const route = createRouteFactory(
  import.meta.glob<PageModule>('../features/{collections,listing,product}/*Page.tsx'),
);

/** The pages of requirements.md 2.4 to 2.6. */
export const catalogueRoutes: RouteObject[] = [
  route('product', 'listing/ProductListPage.tsx'),
  route('product/:sku', 'product/ProductPage.tsx'),
  ...listedDimensions.map((dimension) => route(dimension, 'collections/CollectionsPage.tsx')),
  ...dimensions.map((dimension) => route(`${dimension}/:name`, 'listing/CollectionPage.tsx')),
];
