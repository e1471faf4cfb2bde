import { Button, type ButtonProps } from '@chakra-ui/react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { useHydrated } from '../hooks/use-hydrated.ts';

interface LinkButtonProps
  extends Omit<ButtonProps, 'asChild' | 'onClick' | 'type'>,
    Pick<LinkProps, 'to' | 'replace' | 'state' | 'onClick'> {
  children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ to, replace, state, onClick, children, ...buttonProps }: LinkButtonProps) {
  return (
    <Button asChild className="no-print" {...buttonProps} type={undefined}>
      <Link to={to} replace={replace} state={state} onClick={onClick}>
        {children}
      </Link>
    </Button>
  );
}

interface SubmitButtonProps extends ButtonProps {
  /** Shows a spinner, and prevents another submission, while the form is being submitted. */
  busy: boolean;
}

/**
 * The button that submits a form through the page's scripts. Before hydration it is not a submit button: the browser's
 * own submission would reload the page and lose what was typed. The inline script finds it by its `aria-busy`
 * (early-input.ts).
 */
export function SubmitButton({ busy, children, ...button }: SubmitButtonProps) {
  const submit = useHydrated() ? { type: 'submit' as const } : { onClick: submitForm };
  return (
    // Not `disabled`, which would lose the focus. The Enter key in a field clicks this button, too.
    <Button
      variant="solid"
      {...submit}
      {...(busy && { onClick: preventDefault })}
      {...button}
      aria-busy={busy}
    >
      {children}
    </Button>
  );
}

function preventDefault(event: MouseEvent): void {
  event.preventDefault();
}

/** Handles a click between hydration and the render that turns this into a submit button. */
function submitForm(event: MouseEvent<HTMLButtonElement>): void {
  // If it has become a submit button in the meantime, the browser must not submit the form a second time.
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
