import type { Rolldown } from 'vite';

/**
 * What travels to the browser in one file. Left alone, the bundler makes a file of every module that
 * several screens share, and a page asks for seventy of them: each waits for its turn on the
 * connection, and what is small packs badly.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Changes only when a dependency does: kept by browsers over many deployments.
  { name: 'libraries', test: /node_modules|rolldown\/runtime/, tags: ['$initial'], priority: 4 },
  // Without the entry: it awaits the first screen, and that imports this file. It would await itself.
  { name: 'start', test: /(?<!entry-client\.tsx)$/, tags: ['$initial'], priority: 3 },
  // Covers, prices, skeletons: small, and on nearly every screen.
  {
    name: 'parts',
    test: /[\\/]web[\\/](?:(?:ui|routing|ui[\\/]hooks)[\\/][^\\/]+|ui[\\/]dialog[\\/]use-dialog\.ts|catalogue[\\/](?:Cover|ProductCard|RupeePrice|image-\w+)\.[\w.]+)$/,
    priority: 2,
  },
  // What can be done with a product: listings, collections and the product page have it.
  { name: 'product-actions', test: /[\\/](?:ProductCardWithActions|AddToCartButton)\.tsx$/, priority: 1 },
];
