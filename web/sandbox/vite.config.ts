import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../build/precompress.ts';

/** Builds the GraphQL sandbox as a separate page, so that it adds nothing to the storefront. */
export default defineConfig({
  // Only developers load the sandbox, and its editor is large: better compression would delay the shop's first start.
  plugins: [react(), precompress(9)],
  base: '/sandbox/',
  publicDir: false,
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // `npm run build` writes each build into a new folder (--outDir), so there is nothing to empty.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5000,
  },
});
