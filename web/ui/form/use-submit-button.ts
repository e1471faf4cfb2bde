import type { ComponentProps, MouseEvent } from 'react';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';

/**
 * Makes a button send its form through the page's own code alone. Until the page is alive the button
 * sends nothing: the browser's own way would put what was typed into the address and lose it.
 */
export function useSubmitButton(): Pick<ComponentProps<'button'>, 'type' | 'onClick'> {
  return useHydrated() ? { type: 'submit' } : { type: 'button', onClick: submitForm };
}

/** For a press in the moment in which the page hears already, but the button is not what it will be. */
function submitForm(event: MouseEvent<HTMLButtonElement>): void {
  // In case it has become what it will be, and would send the form a second time.
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
