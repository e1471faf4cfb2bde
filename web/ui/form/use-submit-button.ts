import type { ComponentProps, MouseEvent } from 'react';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';

/**
 * Makes a button submit its form only through the page's scripts. Before hydration it is no submit button:
 * the browser's own submission would reload the page and lose what was typed.
 */
export function useSubmitButton(): Pick<ComponentProps<'button'>, 'type' | 'onClick'> {
  return useHydrated() ? { type: 'submit' } : { type: 'button', onClick: submitForm };
}

/** Handles a click between hydration and the render that turns this into a submit button. */
function submitForm(event: MouseEvent<HTMLButtonElement>): void {
  // If it has become a submit button in the meantime, the browser must not submit the form a second time.
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
