import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languagePath } from '#web/i18n/languages.ts';
import { handleLanguageChoice } from '#web/server/choose-language.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';

let server: Server;
let origin: string;

beforeAll(async () => {
  const app = express().use(handleLanguageChoice(), (_request, response) => {
    response.status(404).end();
  });
  server = createServer(app);
  origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
});
afterAll(() => closeServer(server));

function postLanguage(fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${origin}${languagePath}`, { method: 'POST', body, redirect: 'manual' });
}

describe('the language form without scripts', () => {
  it.each(['en', 'mr', 'hi'])(
    'stores %s in a cookie for a year and redirects back to the page',
    async (language) => {
      const response = await postLanguage({ language, return: '/product?search=%E0%A4%97&sort=lowToHigh' });
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe('/product?search=%E0%A4%97&sort=lowToHigh');
      expect(response.headers.get('set-cookie')).toBe(
        `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`,
      );
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

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
  ])('never redirects to another site: %j', async (url) => {
    const location = (await postLanguage({ language: 'mr', return: url })).headers.get('location');
    expect(location).toMatch(/^\//);
    expect(new URL(location ?? '', origin).origin).toBe(origin);
  });

  it('redirects to the home page when the form has no return path', async () => {
    expect((await postLanguage({ language: 'hi' })).headers.get('location')).toBe('/');
  });

  const invalid: Record<string, string>[] = [{}, { language: 'fr' }, { language: 'mr\r\nSet-Cookie: a=b' }];
  it.each(invalid)('rejects a missing or unknown language and lists the valid ones: %j', async (fields) => {
    const response = await postLanguage(fields);
    expect(response.status).toBe(400);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('It must be one of en, mr, hi');
  });

  it('does not change the language on GET requests', async () => {
    const response = await fetch(`${origin}${languagePath}?language=mr`);
    expect(response.status).toBe(404);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});
