import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

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
      const result = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { buildId: JSON.stringify(buildId) },
        build: {
          write: false,
          target: 'es2022',
          rolldownOptions: { input: entry, output: { format: 'iife' } },
        },
      });
      const outputs = Array.isArray(result) ? result : [result];
      const [chunk] = outputs.flatMap((part) => ('output' in part ? part.output : []));
      if (chunk?.type !== 'chunk') throw new Error('The service worker was not bundled.');
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: chunk.code });
    },
  };
}
