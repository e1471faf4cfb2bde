import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { registeredShopper, signInByApi } from './shop-api.ts';

describe.skipIf(!hasChromium)('Feedback on a press', () => {
  const { visit } = useBrowser();
  let front: FaultyProxy;
  beforeAll(async () => {
    front = await startFaultyProxy(inject('shopUrl'));
  });
  afterAll(() => front.close());

  it('shows the first alert without a connection: the idle browser fetched its script', async () => {
    const { page, context } = await visit();
    const fetched = page.waitForResponse('**/assets/ToastList-*.js');
    await page.goto('/registeration');
    await fetched;
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Remove address 1' }).click();
    await page.getByText('You must have at least one address.').waitFor();
  });

  it('shows a wheel on the button while the change is under way', async () => {
    const { page } = await visit({ shop: front.url });
    await signInByApi(page, await registeredShopper());
    await page.goto('/product', { waitUntil: 'networkidle' });
    const button = page.getByRole('button', { name: /^Add: / }).first();
    const hasWheel = () =>
      button.evaluate((element) => getComputedStyle(element, '::after').animationName !== 'none');
    expect(await hasWheel()).toBe(false);
    const release = front.hold(/^\/graphql/);
    await button.click();
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    expect(await hasWheel()).toBe(true);
    release();
    await page.waitForURL('**/cart-manager');
  });
});
