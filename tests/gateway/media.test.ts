import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textAt } from './graphql-call.ts';
import { restSide, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

async function coverAddress(): Promise<string> {
  const { data } = await shop.graphql('{ product(id: "1") { thumbnail } }');
  return textAt(data, 'product.thumbnail');
}

function answerCover(answer: () => Response) {
  rest.server.use(http.all(`${hostUrl}/files/covers/1.svg`, answer));
}

describe('a picture of the REST host', () => {
  it('is served under the shop\u2019s own address, for long, and cannot run scripts', async () => {
    answerCover(
      () => new HttpResponse('<svg/>', { headers: { 'content-type': 'image/svg+xml', etag: '"1"' } }),
    );
    const address = await coverAddress();
    expect(address.startsWith(`${shop.url}/media/`)).toBe(true);
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<svg/>');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('cache-control')).toMatch(/public, max-age=\d{5,}/);
    expect(answer.headers.get('etag')).toBe('"1"');
  });

  it.each([
    ['a page', () => HttpResponse.html('<script>alert(1)</script>'), 502],
    ['a script', () => new HttpResponse('alert(1)', { headers: { 'content-type': 'text/javascript' } }), 502],
    ['a redirect to elsewhere', () => HttpResponse.redirect('http://169.254.169.254/', 302), 502],
    [
      'too long',
      () =>
        new HttpResponse('', { headers: { 'content-type': 'image/png', 'content-length': '99999999999' } }),
      502,
    ],
    ['nothing', () => HttpResponse.error(), 502],
    ['a refusal', () => new HttpResponse('no', { status: 404 }), 404],
  ])('is not passed on when the host answers with %s', async (_, answer, status) => {
    answerCover(answer);
    const passed = await fetch(await coverAddress());
    expect(passed.status).toBe(status);
    expect(await passed.text()).not.toContain('alert');
  });

  it('tells its type and the rules for it to who asks for the headers alone', async () => {
    answerCover(
      () => new HttpResponse(null, { headers: { 'content-type': 'image/svg+xml', 'content-length': '6' } }),
    );
    const head = await fetch(await coverAddress(), { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('image/svg+xml');
    expect(head.headers.get('content-length')).toBe('6');
    expect(head.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('that no record named is not fetched', async () => {
    const address = new URL(await coverAddress());
    for (const path of [
      address.pathname.replace('/1.svg', '/2.svg'),
      address.pathname.replace('/covers/1.svg', '/covers/../covers/1.svg'),
      `${address.pathname}?x=1`,
      '/media/files/covers/1.svg',
      '/media/http://169.254.169.254/',
      '/media/',
    ]) {
      const answer = await fetch(`${shop.url}${path}`);
      if (path.includes('..')) expect(answer.status, path).not.toBe(200);
      else expect(answer.status, path).toBe(404);
    }
  });
});
