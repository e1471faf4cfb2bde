import type { ReactNode } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';

interface PlaceholderHeadingProps {
  className?: string;
  children: ReactNode;
}

/**
 * The page's heading while its content is loading. A navigation focuses it; when the content replaces it, the focus
 * moves to the heading of the content. The component is in this folder, so that only the pages that use Chakra load it.
 */
export function PlaceholderHeading({ className, children }: PlaceholderHeadingProps) {
  return (
    <h1 ref={passFocusOn} className={className}>
      {children}
    </h1>
  );
}

/** Returns the cleanup function of the ref, which runs when the heading is removed. */
function passFocusOn(placeholder: HTMLElement | null): () => void {
  return () => {
    if (placeholder === null || document.activeElement !== placeholder) return;
    // React adds the content in the same task as it removes the placeholder.
    queueMicrotask(focusHeading);
  };
}
