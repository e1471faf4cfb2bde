import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const entry = fileURLToPath(new URL('../offline/service-worker.ts', import.meta.url));

/**
 * Writes `service-worker.js` into the client build: a script of its own, at a URL that never changes. It contains a
 * digest of the names of the build's files, so that browsers install a new worker for each build. The new worker removes
 * the pages, results of queries, images and files that the previous one stored.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    async generateBundle(_options, bundle) {
      const names = Object.keys(bundle).sort().join('\n');
      const buildId = createHash('sha256').update(names).digest('hex').slice(0, 16);
      const source = await bundleScript(entry, { buildId: JSON.stringify(buildId) });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
