import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { type Example, examplesByArea, formatVariables } from './examples.ts';
import { formatSessionHeaders } from './session-token.ts';

/** The GraphiQL panel of example operations. Each opens in its own tab. */
export const examplesPlugin: GraphiQLPlugin = {
  title: 'Examples',
  icon: ExamplesIcon,
  content: ExamplesPanel,
};

function ExamplesPanel() {
  const { addTab, setOperationName } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const open = (example: Example) => {
    addTab();
    queryEditor?.setValue(example.query);
    variableEditor?.setValue(formatVariables(example));
    headerEditor?.setValue(example.needsSession ? formatSessionHeaders() : '');
    // GraphiQL parses the query with a delay. Until then it would send the previous operation name.
    setOperationName(example.name);
  };
  return (
    <section className="examples" aria-label="Examples">
      <h2>Examples</h2>
      <p>Choose an example, then press the run button. The variables and headers are below the operation.</p>
      {examplesByArea.map(([area, examples]) => (
        <div key={area}>
          <h3>{area}</h3>
          <ul>
            {examples.map((example) => (
              <li key={example.title}>
                <button type="button" className="graphiql-un-styled" onClick={() => open(example)}>
                  {example.title}
                </button>
                {example.needsSession && <small> needs a session</small>}
              </li>
            ))}
          </ul>
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

function ExamplesIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 5.5h6.5a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 0-1.5-1.5H4zM20 5.5h-6.5A1.5 1.5 0 0 0 12 7v12a1.5 1.5 0 0 1 1.5-1.5H20z" />
    </svg>
  );
}
