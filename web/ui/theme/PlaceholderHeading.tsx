import type { ReactNode } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';

interface PlaceholderHeadingProps {
  className?: string;
  children: ReactNode;
}

/**
 * The page's heading while its content is loading. A navigation focuses it; when the content replaces it, the focus
 * moves to the heading of the content. The component is in this folder because the build puts the folder's modules into
 * the chunk that only pages with Chakra load (`web/build/chunk-groups.ts`).
 */
export function PlaceholderHeading({ className, children }: PlaceholderHeadingProps) {
  return (
    <h1 ref={passFocusToHeading} className={className}>
      {children}
    </h1>
  );
}

/** Ref callback of an element. If it has the focus when it is removed, the page's heading gets the focus. */
export function passFocusToHeading(element: HTMLElement | null): () => void {
  return () => {
    // React adds the new content in the same task as it removes the element.
    if (document.activeElement === element) queueMicrotask(focusHeading);
  };
}
