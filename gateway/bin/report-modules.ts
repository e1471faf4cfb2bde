/** `npm run dev` preloads this module into the gateway. It tells the parent process the path of each loaded module. */

import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve: (specifier, context, resolveNext) => {
    const resolved = resolveNext(specifier, context);
    // A worker thread inherits this module, but has no parent process.
    if (resolved.url.startsWith('file:')) process.send?.(fileURLToPath(resolved.url));
    return resolved;
  },
});
