import 'graphiql/setup-workers/vite';
import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';
import { examplesPlugin } from './ExamplesPanel.tsx';
import { examples, formatVariables } from './examples.ts';
import './sandbox.css';
import { storeToken } from './session-token.ts';

const fetchGraphQL = createGraphiQLFetcher({ url: '/graphql', enableIncrementalDelivery: false });

/** Sends operations to the gateway and stores the token of a login for examples that need one. */
const fetcher: Fetcher = async (parameters, options) => {
  const result = await fetchGraphQL(parameters, options);
  storeToken(result);
  return result;
};

const [first] = examples;
// GraphiQL restores open tabs, so the first example is only shown on the first visit.
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
        isFirstVisit && { initialQuery: first.query, initialVariables: formatVariables(first) })}
    >
      <GraphiQL.Logo>
        <a href="/" className="graphiql-un-styled">
          Shop
        </a>
      </GraphiQL.Logo>
    </GraphiQL>
  </StrictMode>,
);
