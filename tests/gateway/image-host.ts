import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { textAt } from './graphql-call.ts';
import { restSide, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { hostProduct } from './rest-records.ts';

/** A host with pictures, and one gateway over it for all tests of a file. */
export interface PictureSide {
  /** Where that gateway keeps what it makes. */
  readonly dataDir: string;
  /** The gateway, started when it is first asked for: the process that makes pictures takes its time. */
  shop(): Promise<TestGateway>;
  /** What the host answers for a file from now on; gives how often it was asked. */
  hostGives(what: string, answer: () => Response): () => number;
  /** Where a gateway shows one of the further pictures. */
  addressOf(gateway: TestGateway, what: string): Promise<string>;
}

/** Sets the host up: a cover, a demo PDF, and further pictures by what each of them is. */
export function pictureSide(pictures: readonly string[]): PictureSide {
  const rest = restSide();
  const files = pictures.map(fileOf);
  let dataDir: string;
  let shop: TestGateway | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  });
  beforeEach(() => {
    rest.host.products = [
      hostProduct(1, {
        thumbnailFile: '/files/cover.png?v=3',
        pdfFile: '/files/demo.pdf',
        productImages: files.map((file) => `/files/${file}`),
      }),
      hostProduct(2, { thumbnailFile: 'https://elsewhere.example/2.jpg' }),
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
    async shop() {
      shop ??= await startGateway({ config: { dataDir } });
      return shop;
    },
    hostGives(what, answer) {
      let asked = 0;
      rest.server.use(
        http.get(`${hostUrl}/files/${fileOf(what)}`, () => {
          asked += 1;
          return answer();
        }),
      );
      return () => asked;
    },
    async addressOf(gateway, what) {
      const { data } = await gateway.graphql('{ product(id: "1") { images } }');
      return textAt(data, `product.images.${files.indexOf(fileOf(what))}`);
    },
  };
}

/** Where a gateway shows the cover. */
export async function coverAddress(gateway: TestGateway): Promise<string> {
  const { data } = await gateway.graphql('{ product(id: "1") { thumbnail } }');
  return textAt(data, 'product.thumbnail');
}

/** An answer of the host that is a picture, or says so. */
export function picture(bytes: Uint8Array, type: string): () => Response {
  return () => new HttpResponse(new Uint8Array(bytes), { headers: { 'content-type': type, etag: '"1"' } });
}

/** A picture of one colour. */
export function plain(width: number, height: number, background = '#336699') {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A host's file name for what it holds. */
function fileOf(what: string): string {
  return what.replaceAll(' ', '-');
}
