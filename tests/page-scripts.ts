import { z } from 'zod';

const scriptList = z.object({ entry: z.string(), modules: z.array(z.string()) });

/** The paths of the scripts that a page of the storefront lists. */
export function listPageScripts(html: string): string[] {
  const [, json = ''] =
    /<script type="application\/json" id="page-scripts">(.*?)<\/script>/s.exec(html) ?? [];
  const { entry, modules } = scriptList.parse(JSON.parse(json));
  return [entry, ...modules];
}
