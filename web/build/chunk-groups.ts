import type { Rolldown } from 'vite';

/**
 * Groups of modules. Each group is bundled into one file. By default the bundler emits a file for every module that
 * several pages share, so a page would load 70 to 100 of them: they queue on the connection, and small files compress
 * badly.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Changes only with a dependency, so browsers cache it across deployments.
  { name: 'libraries', test: /node_modules|rolldown\/runtime/, tags: ['$initial'], priority: 4 },
  // Without the entry file: it awaits the first page, which imports this chunk, so the chunk would wait for itself.
  { name: 'start', test: /(?<!entry-client\.tsx)$/, tags: ['$initial'], priority: 3 },
  // The files of `ui`, `ui/hooks` and `routing`, and covers, cards and prices: small, and used on nearly every page.
  // Not the timeline, which needs Chakra.
  {
    name: 'components',
    test: /[\\/]web[\\/](?:(?:ui|routing|ui[\\/]hooks)[\\/](?!Timeline\.)[^\\/]+|ui[\\/]dialog[\\/]use-dialog\.ts|catalogue[\\/](?:Cover|ProductCard|RupeePrice|image-\w+)\.[\w.]+)$/,
    priority: 2,
  },
  // Chakra's theme with its imports. `server/assets.ts` recognizes the style sheet of this chunk by its name.
  { name: 'chakra', test: /[\\/]web[\\/]ui[\\/]theme[\\/]/, priority: 1 },
  // One file instead of two, because the name of each file is part of the start chunk and enlarges it.
  { name: 'digits', test: /[\\/]web[\\/](?:i18n[\\/]digits|auth[\\/]mobile-number)\.ts$/, priority: 1 },
  // The product actions of listings, collections and the product page.
  { name: 'product-actions', test: /[\\/](?:ProductCardWithActions|AddToCartButton)\.tsx$/, priority: 1 },
];
