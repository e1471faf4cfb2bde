import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { textAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

/** A host with images, and one gateway for all tests of a file. */
interface ImageSetup {
  /** The gateway's data directory. */
  readonly dataDir: string;
  /**
   * The gateway. It starts on first use, because the host responds only once a test has begun, and runs until the last
   * test, because its process for images takes a while to start.
   */
  getShop(): Promise<TestGateway>;
  /** Sets the host's response for a file. Returns a function that returns the number of requests for it so far. */
  serveFile(name: string, respond: () => Response): () => number;
  /** Fetches the URL at which the gateway serves one of the named images. */
  fetchImageUrl(gateway: TestGateway, name: string): Promise<string>;
}

/** Sets up a host whose first product has a cover, a demo PDF and an image for each name. */
export function setUpImages(names: readonly string[]): ImageSetup {
  const rest = setUpRestHost();
  const files = names.map(toFileName);
  let dataDir: string;
  let shop: TestGateway | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'images-'));
  });
  beforeEach(() => {
    rest.host.products = [
      createProductRecord(1, {
        thumbnailFile: '/files/cover.png?v=3',
        pdfFile: '/files/demo.pdf',
        productImages: files.map((file) => `/files/${file}`),
      }),
      createProductRecord(2, { thumbnailFile: 'https://elsewhere.example/2.jpg' }),
    ];
  });
  afterAll(async () => {
    await shop?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get dataDir() {
      return dataDir;
    },
    async getShop() {
      shop ??= await startGateway({ config: { dataDir } });
      return shop;
    },
    serveFile(name, respond) {
      let requests = 0;
      rest.server.use(
        http.get(`${hostUrl}/files/${toFileName(name)}`, () => {
          requests += 1;
          return respond();
        }),
      );
      return () => requests;
    },
    async fetchImageUrl(gateway, name) {
      const { data } = await gateway.graphql('{ product(id: "1") { images } }');
      return textAt(data, `product.images.${files.indexOf(toFileName(name))}`);
    },
  };
}

/** Fetches the URL at which the gateway serves the cover. */
export async function fetchCoverUrl(gateway: TestGateway): Promise<string> {
  const { data } = await gateway.graphql('{ product(id: "1") { thumbnail } }');
  return textAt(data, 'product.thumbnail');
}

/** Returns a function that creates responses with this body and media type. */
export function createFileResponder(bytes: Uint8Array, type: string): () => Response {
  return () => new HttpResponse(new Uint8Array(bytes), { headers: { 'content-type': type, etag: '"1"' } });
}

/** Creates an image of one colour. */
export function createPlainImage(width: number, height: number, background = '#336699') {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Creates a PDF with a red and a blue page. */
export async function createPdf(): Promise<Uint8Array> {
  const document = new PDFDocument({ size: [300, 400] });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  document.rect(0, 0, 300, 400).fill('#ff0000');
  document.addPage().rect(0, 0, 300, 400).fill('#0000ff');
  const ended = once(document, 'end');
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function toFileName(name: string): string {
  return name.replaceAll(' ', '-');
}
