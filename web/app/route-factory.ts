import type { RouteObject } from 'react-router-dom';
import { createPageRoute, type PageModule, type PageOptions } from '#web/routing/page.tsx';

type CreateRoute = (path: string, file: string, options?: PageOptions) => RouteObject;

/**
 * Returns a function that creates the route of a page from its module in `web/features/`. The module exports the page
 * as `Component`, and a `loader` if the page preloads data.
 *
 * @param modules the modules that `import.meta.glob` finds. Each part of the route table has its own, so that
 *   `npm test -- --changed` runs only the tests of the part that a change concerns.
 */
export function createRouteFactory(modules: Record<string, () => Promise<PageModule>>): CreateRoute {
  return (path, file, options) => {
    const load = modules[`../features/${file}`];
    if (load === undefined) throw new Error(`There is no page web/features/${file}.`);
    return createPageRoute(path, `features/${file}`, load, options);
  };
}
