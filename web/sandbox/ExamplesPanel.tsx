import { type GraphiQLPlugin, type MonacoEditor, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useRef } from 'react';
import { fillVariables } from './example-variables.ts';
import { type Example, examplesByArea, formatVariables } from './examples.ts';
import { formatFeedCommand } from './feed-command.ts';
import { demoLogin, SessionPanel } from './SessionPanel.tsx';
import { sendOperation } from './send-operation.ts';

/** The GraphiQL panel of example operations. Each opens in the current tab. */
export const examplesPlugin: GraphiQLPlugin = {
  title: 'Examples',
  icon: ExamplesIcon,
  content: ExamplesPanel,
};

function ExamplesPanel() {
  const { setOperationName } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  // GraphiQL creates the editors after this panel.
  const canOpen = queryEditor !== undefined && variableEditor !== undefined;
  const lastOpened = useRef<Example>(undefined);
  const open = async (example: Example) => {
    lastOpened.current = example;
    const variables = await fillVariables(example.variables, sendOperation, demoLogin);
    // Another example may have been opened in the meantime.
    if (lastOpened.current !== example) return;
    replaceText(queryEditor, example.query);
    replaceText(variableEditor, formatVariables(variables));
    responseEditor?.setValue('');
    // GraphiQL parses the query with a delay. Until then it would send the previous operation name.
    setOperationName(example.operationName);
  };
  return (
    <section className="examples" aria-label="Examples">
      <h2>Examples</h2>
      <SessionPanel />
      <p>
        Choose an example, then press the run button. Ctrl+Z (Cmd+Z on a Mac) in an editor brings its previous
        text back. Press Ctrl+M (Ctrl+Shift+M on a Mac) so that Tab moves the focus out of an editor.
      </p>
      {examplesByArea.map(([area, examples]) => (
        <div key={area}>
          <h3>{area}</h3>
          <ul>
            {examples.map((example) => (
              <li key={example.title}>
                <button
                  type="button"
                  className="graphiql-un-styled"
                  disabled={!canOpen}
                  onClick={() => open(example)}
                >
                  {example.title}
                </button>
                {example.needsSession && <LockIcon />}
              </li>
            ))}
          </ul>
          {area === 'Partners' && (
            <>
              <p>The whole catalogue as a file, for partners with a key:</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
              <pre tabIndex={0}>
                <code>{formatFeedCommand(location.origin)}</code>
              </pre>
            </>
          )}
        </div>
      ))}
      <h3>Authentication</h3>
      <p>
        Shoppers send <code>{'{"Authorization": "Bearer <token>"}'}</code>, partners send{' '}
        <code>{'{"X-API-Key": "<key>"}'}</code>. Visitors send neither.
      </p>
    </section>
  );
}

/** Replaces the text of an editor as an edit, which can be undone. */
function replaceText(editor: MonacoEditor | undefined, text: string): void {
  const range = editor?.getModel()?.getFullModelRange();
  if (range === undefined) return;
  editor?.pushUndoStop();
  editor?.executeEdits('example', [{ range, text }]);
  editor?.pushUndoStop();
}

function ExamplesIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 5.5h6.5a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 0-1.5-1.5H4zM20 5.5h-6.5A1.5 1.5 0 0 0 12 7v12a1.5 1.5 0 0 1 1.5-1.5H20z" />
    </svg>
  );
}

function LockIcon() {
  return (
    <svg
      className="lock"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      role="img"
      aria-label="needs a session"
    >
      <path d="M5 11h14v9H5zM8 11V7a4 4 0 0 1 8 0v4" />
    </svg>
  );
}
