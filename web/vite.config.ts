import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { chakraStyles } from './build/chakra-styles.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { customMedia } from './build/custom-media.ts';
import { inlineScript } from './build/inline-script.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';

/** The `exports` of React Router name only its development build, which contains warnings for developers. */
const productionReactRouter = ['react-router', 'react-router/dom'].map((module) => ({
  find: new RegExp(`^${module}$`),
  replacement: fileURLToPath(import.meta.resolve(module)).replace('/dist/development/', '/dist/production/'),
}));

/**
 * The two builds of the storefront: the files for the browser (`client`, with a manifest) and the self-contained render
 * function for the server (`server`). `npm run build` writes each pair into a new folder, so that running gateways keep
 * the build they started with.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), chakraStyles(), inlineScript(), serviceWorker(), precompress()],
  css: { postcss: { plugins: [customMedia] } },
  // One export per message file instead of one per key.
  json: { namedExports: false, stringify: true },
  build: {
    target: 'es2022',
    // A build without --outDir must not empty the folder that contains all builds.
    emptyOutDir: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    // The server gets one file, because React Router would not try again after it failed to load a page's file.
    rolldownOptions: isSsrBuild
      ? { output: { codeSplitting: false } }
      : { input: 'entry-client.tsx', output: { codeSplitting: { groups: chunkGroups } } },
    reportCompressedSize: false,
    // The `libraries` chunk nearly reaches the default limit of 500 kB.
    chunkSizeWarningLimit: 600,
  },
  // RxJS exports modern code only under the condition `es2015`. Its default build is ES5.
  resolve: {
    ...(!isSsrBuild && { conditions: ['es2015', ...defaultClientConditions] }),
    alias: command === 'build' ? productionReactRouter : [],
  },
  // Otherwise the development server finds the packages of a page only when the page is opened, and then reloads it.
  optimizeDeps: { entries: ['entry-client.tsx'] },
  // Bundling makes the server use React's production build regardless of NODE_ENV, and start faster.
  ssr: command === 'build' ? { noExternal: true } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
