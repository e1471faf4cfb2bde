/** `npm run dev` preloads this module into the gateway. It tells the parent process the path of each loaded module. */

import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve: (specifier, context, resolveNext) => {
    const resolved = resolveNext(specifier, context);
    // Worker threads preload this module, too, but have no `process.send`.
    if (resolved.url.startsWith('file:')) process.send?.(fileURLToPath(resolved.url));
    return resolved;
  },
});
