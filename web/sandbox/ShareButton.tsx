import { ToolbarButton, useGraphiQL } from '@graphiql/react';
import { useState } from 'react';
import { createSharedUrl } from './shared-query.ts';

/** Copies a link to the sandbox with the current operation, and shows the link in the address bar. */
export function ShareButton() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const [label, setLabel] = useState('Copy link to this query');
  const share = async () => {
    const query = queryEditor?.getValue() ?? '';
    const variables = variableEditor?.getValue() ?? '';
    const url = createSharedUrl({ query, variables });
    history.replaceState(null, '', url);
    // Browsers offer the clipboard only over HTTPS and on localhost.
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setLabel(copied === true ? 'Link copied' : 'The link is in the address bar');
  };
  return (
    <ToolbarButton label={label} onClick={share}>
      <svg
        className="graphiql-toolbar-icon"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M10 14a4.5 4.5 0 0 0 6.4 0l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.2 1.2M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2" />
      </svg>
    </ToolbarButton>
  );
}
