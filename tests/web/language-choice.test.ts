import type { AddressInfo, Server } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageAddress } from '#web/i18n/languages.ts';
import { languageChoice } from '#web/server/choose-language.ts';

let server: Server;
let origin: string;

beforeAll(async () => {
  const app = express().use(languageChoice(), (_request, response) => {
    response.status(404).end();
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function choose(fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${origin}${languageAddress}`, { method: 'POST', body, redirect: 'manual' });
}

describe('a language chosen without scripts', () => {
  it.each(['en', 'mr', 'hi'])('%s is kept for a year, and the page comes again', async (language) => {
    const answer = await choose({ language, return: '/product?search=%E0%A4%97&sort=lowToHigh' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/product?search=%E0%A4%97&sort=lowToHigh');
    expect(answer.headers.get('set-cookie')).toBe(
      `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'product',
    '',
  ])('never leads out of the shop: %j', async (address) => {
    const location = (await choose({ language: 'mr', return: address })).headers.get('location');
    expect(location).toBe('/');
  });

  it('leads home when the form names no page', async () => {
    expect((await choose({ language: 'hi' })).headers.get('location')).toBe('/');
  });

  const unknown: Record<string, string>[] = [{}, { language: 'fr' }, { language: 'mr\r\nSet-Cookie: a=b' }];
  it.each(unknown)('is refused with what would be right: %j', async (fields) => {
    const answer = await choose(fields);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toContain('it has to be one of en, mr, hi');
  });

  it('is not taken from a link', async () => {
    const answer = await fetch(`${origin}${languageAddress}?language=mr`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});
