import { LRUCache } from 'lru-cache';
import { deriveKeys, type KeyRing, type Secrets, sign, verifySignature } from '../auth/keys.ts';
import type { ImageWidth } from './image-variants.ts';

/** The path below which the gateway serves images and PDFs of the REST host. */
export const mediaPath = '/media';

/** Characters of the cached paths and their references: enough for some 50,000 images. */
const maxCachedCharacters = 10_000_000;

/** The parts of a path for a resized copy of a file. */
export interface ResizedPath {
  /** The host's URL of the file. */
  source: URL;
  /** The signed path of the file itself, without the `/media` in front. */
  originalPath: string;
  width: string;
  /** The page of a PDF; `1` by default. */
  page: string;
}

/**
 * Turns references to images and PDFs in the host's records into URLs that browsers can fetch. Files of
 * the host itself are served by the gateway. The signature in their path proves that a record refers to
 * the file, so that nobody can make the gateway fetch anything else.
 */
export class SignedUrls {
  readonly #restUrl: URL;
  readonly #keys: KeyRing;
  /** The results of `#createPath` by reference: signed paths, and URLs of files of other servers. */
  readonly #paths = new LRUCache<string, string>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (path, reference) => path.length + reference.length,
  });

  constructor(restApiUrl: string, secrets: Secrets) {
    this.#restUrl = new URL(`${restApiUrl}/`);
    this.#keys = deriveKeys(secrets, 'media');
  }

  /**
   * The URL of a file.
   *
   * @param reference the URL or path in the host's record.
   * @param origin the origin at which the shop is reached.
   * @param width requests a resized copy; ignored for a file of another server.
   * @returns null without a reference, and for one that is not an HTTP URL or a path.
   */
  createUrl(reference: string | null, origin: string, width: ImageWidth | null = null): string | null {
    if (reference === null) return null;
    const cached = this.#paths.get(reference);
    const path = cached ?? this.#createPath(reference);
    if (path === null) return null;
    if (cached === undefined) this.#paths.set(reference, path);
    if (!path.startsWith('/')) return path;
    return width === null
      ? `${origin}${path}`
      : `${origin}${path}${path.includes('?') ? '&' : '?'}width=${width}`;
  }

  /** The host's URL of the file behind a path, which is given without `/media`; null when the path is not signed. */
  parseSource(path: string): URL | null {
    const [, signature, file] = /^\/([\w-]+)(\/.+)$/.exec(path) ?? [];
    if (signature === undefined || file === undefined || !verifySignature(this.#keys, file, signature))
      return null;
    return new URL(`${this.#restUrl.origin}${file}`);
  }

  /**
   * The file, the width and the page behind a path without `/media` that ends with the parameter `width`, or
   * `width` and `page`; null for other paths, and when the path is not signed. The parameters of a file are
   * part of the signed path, so they cannot be mistaken for these.
   */
  parseResized(path: string): ResizedPath | null {
    const [, originalPath, width, page = '1'] =
      /^(.+)[?&]width=([^&?]*)(?:&page=([^&?]*))?$/.exec(path) ?? [];
    if (originalPath === undefined || width === undefined) return null;
    const source = this.parseSource(originalPath);
    return source && { source, originalPath, width, page };
  }

  /** A signed path for a file of the host, the URL itself for a file of another server. */
  #createPath(reference: string): string | null {
    if (!URL.canParse(reference, this.#restUrl)) return null;
    // A path from the root is relative to the configured URL of the host, like the paths of REST calls.
    const url = new URL(reference.replace(/^\/(?!\/)/, ''), this.#restUrl);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    if (url.origin !== this.#restUrl.origin) return url.href;
    const file = `${url.pathname}${url.search}`;
    return `${mediaPath}/${sign(this.#keys, file)}${file}`;
  }
}
