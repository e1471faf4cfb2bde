import { registerHooks } from 'node:module';

const packageFolder = '/node_modules/drizzle-orm/';

/**
 * Registers a hook that resolves the imports between the modules of drizzle-orm. Node.js would read their type from the
 * package's package.json, whose 180 kB it parses again for each of a hundred modules: some 0.4 s of each start. Call
 * this function before the first module of drizzle-orm is loaded. Its callers therefore load the rest of the program
 * dynamically.
 */
export function registerDrizzleResolver(): void {
  registerHooks({
    resolve: (specifier, context, resolveNext) => {
      const { parentURL } = context;
      const isInside = specifier.startsWith('.') && parentURL?.includes(packageFolder) === true;
      return isInside && parentURL.endsWith('.js')
        ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
        : resolveNext(specifier, context);
    },
  });
}
