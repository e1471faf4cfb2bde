import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chakraStyles } from './build/chakra-styles.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { precompress } from './build/precompress.ts';

/**
 * Two builds of the storefront: what the browser loads (`client`, with a manifest of its files) and the
 * function that renders pages on the server (`server`, self-contained). `npm run build` puts both into a
 * folder of their own, so that gateways that run keep the build they started with.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), chakraStyles(), precompress()],
  // One small module a message file, not one an entry.
  json: { namedExports: false, stringify: true },
  build: {
    target: 'es2022',
    // Whoever builds without a folder must not empty the one that holds all builds.
    emptyOutDir: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : { input: 'entry-client.tsx', output: { codeSplitting: { groups: chunkGroups } } },
    reportCompressedSize: false,
    // The libraries that every page needs are one file.
    chunkSizeWarningLimit: 600,
  },
  // Bundled, the server's React is the production one whatever NODE_ENV says, and starts faster.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
