// @vitest-environment jsdom
import { type FormEvent, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SubmitButton } from '#web/ui/form/buttons.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';

const submitted = vi.fn();

/** A form whose button is clicked after hydration, but before React turns it into a submit button. */
function Page() {
  useLayoutEffect(() => queueMicrotask(() => document.querySelector('button')?.click()), []);
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submitted();
      }}
    >
      <ChakraScope>
        <SubmitButton busy={false}>Login</SubmitButton>
      </ChakraScope>
    </form>
  );
}

it('a click after hydration, but before the button is a submit button, submits the form exactly once', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Page />);
  const button = container.querySelector('button');
  expect(button?.type).toBe('button');
  const root = hydrateRoot(container, <Page />);
  await expect.poll(() => button?.type).toBe('submit');
  expect(submitted).toHaveBeenCalledOnce();
  button?.click();
  expect(submitted).toHaveBeenCalledTimes(2);
  root.unmount();
});
