import 'graphiql/setup-workers/vite';
import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';
import { examplesPlugin } from './ExamplesPanel.tsx';
import { examples, variablesText } from './examples.ts';
import './sandbox.css';
import { rememberToken } from './session-token.ts';

const ask = createGraphiQLFetcher({ url: '/graphql', enableIncrementalDelivery: false });

/** Asks the gateway, and keeps the token of a login at hand for the examples that need one. */
const fetcher: Fetcher = async (parameters, options) => {
  const answer = await ask(parameters, options);
  rememberToken(answer);
  return answer;
};

const [first] = examples;
// Who comes back finds the tabs that were left open; the first example is for the first visit.
const isFirstVisit = localStorage.getItem('graphiql:tabState') === null;
const root = document.getElementById('sandbox');
if (root === null) throw new Error('The page has no element #sandbox.');
createRoot(root).render(
  <StrictMode>
    <GraphiQL
      fetcher={fetcher}
      plugins={[examplesPlugin, HISTORY_PLUGIN]}
      visiblePlugin={examplesPlugin}
      defaultEditorToolsVisibility="variables"
      {...(first !== undefined &&
        isFirstVisit && { initialQuery: first.query, initialVariables: variablesText(first) })}
    >
      <GraphiQL.Logo>
        <a href="/" className="graphiql-un-styled">
          Shop
        </a>
      </GraphiQL.Logo>
    </GraphiQL>
  </StrictMode>,
);
