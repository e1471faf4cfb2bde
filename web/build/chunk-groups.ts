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
  { name: 'parts', test: /[\\/]web[\\/]ui[\\/][^\\/]+$/, priority: 2 },
  // What can be done with a book, with all it takes: listings, shelves and the product page have it.
  { name: 'books', test: /[\\/](?:BookCard|AddToCartButton)\.tsx$/, priority: 1 },
];
