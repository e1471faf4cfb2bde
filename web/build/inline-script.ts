import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const entry = fileURLToPath(new URL('../app/inline-script.ts', import.meta.url));

/** Returns the text of the inline script of all pages. */
export function bundleInlineScript(): Promise<string> {
  return bundleScript(entry);
}

/** Writes the inline script next to the manifest of the client build, where the server reads it. */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    async generateBundle() {
      const source = await bundleInlineScript();
      this.emitFile({ type: 'asset', fileName: '.vite/inline-script.js', source });
    },
  };
}
