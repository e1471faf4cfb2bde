import { build } from 'vite';

/**
 * Bundles a module and its imports into the text of a classic script. `constants` maps global names in the code to the
 * expressions that replace them.
 */
export async function bundleScript(entry: string, constants: Record<string, string> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: constants,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const [chunk] = outputs.flatMap((part) => ('output' in part ? part.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not bundled.`);
  return chunk.code.trim();
}
