import { isSigned, type KeyRing, keysFor, type Secrets, sign } from '../auth/signing-keys.ts';
import type { ImageWidth } from './image-variants.ts';

/** Where the gateway serves pictures and PDFs of the REST host. */
export const mediaPath = '/media';

/** At most this many signed paths are remembered. */
const remembered = 50_000;

/**
 * Turns the host's references to pictures and PDFs into addresses a browser can reach. Those of the
 * host itself are served by the gateway; their signature shows that a record named them, so that
 * nobody can make the gateway fetch anything else.
 */
export class SignedUrls {
  readonly #restUrl: URL;
  readonly #keys: KeyRing;
  readonly #known = new Map<string, string | null>();

  constructor(restApiUrl: string, secrets: Secrets) {
    this.#restUrl = new URL(`${restApiUrl}/`);
    this.#keys = keysFor(secrets, 'media');
  }

  /**
   * The address of a reference in the shop at `origin`; with a width that of its copy so wide, but
   * for what is kept elsewhere. Null for none, or one that is no web address.
   */
  address(reference: string | null, origin: string, width: ImageWidth | null = null): string | null {
    if (reference === null) return null;
    let place = this.#known.get(reference);
    if (place === undefined) {
      place = this.#place(reference);
      if (this.#known.size >= remembered) this.#known.clear();
      this.#known.set(reference, place);
    }
    if (!place?.startsWith('/')) return place;
    return width === null
      ? `${origin}${place}`
      : `${origin}${place}${place.includes('?') ? '&' : '?'}width=${width}`;
  }

  /** What the REST host calls the file behind a path below `/media`; null when no record named it. */
  source(path: string): URL | null {
    const [, signature, file] = /^\/([\w-]+)(\/.+)$/.exec(path) ?? [];
    if (signature === undefined || file === undefined || !isSigned(this.#keys, file, signature)) return null;
    return new URL(`${this.#restUrl.origin}${file}`);
  }

  /**
   * The file and the width behind a path below `/media` that ends with the parameter `width`; null
   * when no record named the file. A file's own parameters are part of what is signed, so they
   * cannot be taken for it.
   */
  resized(path: string): { source: URL; width: string } | null {
    const [, original, width] = /^(.+)[?&]width=([^&]*)$/.exec(path) ?? [];
    const source = original === undefined ? null : this.source(original);
    return source === null || width === undefined ? null : { source, width };
  }

  #place(reference: string): string | null {
    if (!URL.canParse(reference, this.#restUrl)) return null;
    // A path from the host's root stands below the address the host was given with, as its calls do.
    const address = new URL(reference.replace(/^\/(?!\/)/, ''), this.#restUrl);
    if (address.protocol !== 'http:' && address.protocol !== 'https:') return null;
    if (address.origin !== this.#restUrl.origin) return address.href;
    const file = `${address.pathname}${address.search}`;
    return `${mediaPath}/${sign(this.#keys, file)}${file}`;
  }
}
