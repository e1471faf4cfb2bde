import 'graphiql/setup-workers/vite';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStoredText } from '#web/ui/browser-storage.ts';
import 'graphiql/style.css';
import { examplesPlugin } from './ExamplesPanel.tsx';
import { fillVariables } from './example-variables.ts';
import { examples, formatVariables } from './examples.ts';
import { LineWrapping } from './LineWrapping.tsx';
import { ResponseScroller } from './ResponseScroller.tsx';
import { demoLogin } from './SessionPanel.tsx';
import { ShareButton } from './ShareButton.tsx';
import './sandbox.css';
import { fetchInSession, sendOperation } from './send-operation.ts';
import { readSharedQuery, type SharedQuery, showInAddressBar } from './shared-query.ts';

/**
 * Returns the example to which the page's URL refers, such as `/sandbox#example=listing`; null if there is none. The
 * documentation for developers has these links.
 */
async function readLinkedExample(): Promise<SharedQuery | null> {
  const linked = new URLSearchParams(location.hash.slice(1)).get('example');
  const example = examples.find(({ id }) => id === linked);
  if (example === undefined) return null;
  const variables = await fillVariables(example.variables, sendOperation, demoLogin);
  return { query: example.query, variables: formatVariables(variables) };
}

/** Returns the first example on the first visit; null later, because GraphiQL restores open tabs. */
function readFirstExample(): SharedQuery | null {
  const [first] = examples;
  if (first === undefined || createStoredText('graphiql:tabState').read() !== null) return null;
  return { query: first.query, variables: formatVariables(first.variables) };
}

/** Browsers that block all cookies deny access to local storage, without which GraphiQL would not start. */
function isStorageDenied(): boolean {
  try {
    return window.localStorage === null;
  } catch {
    return true;
  }
}

const emptyStorage = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
  length: 0,
};

// A link that differs only in its fragment does not load the page again, so its operation would not be opened.
addEventListener('hashchange', () => location.reload());

const initial = readSharedQuery(location) ?? (await readLinkedExample()) ?? readFirstExample();

const root = document.getElementById('sandbox');
if (root === null) throw new Error('The page has no element #sandbox.');
createRoot(root).render(
  <StrictMode>
    <GraphiQL
      fetcher={fetchInSession}
      plugins={[examplesPlugin, HISTORY_PLUGIN]}
      visiblePlugin={examplesPlugin}
      defaultEditorToolsVisibility="variables"
      onTabChange={({ tabs, activeTabIndex }) => {
        const { query, variables } = tabs[activeTabIndex] ?? {};
        showInAddressBar({ query: query ?? '', variables: variables ?? '' });
      }}
      {...(isStorageDenied() && { storage: emptyStorage })}
      {...(initial !== null && { initialQuery: initial.query, initialVariables: initial.variables })}
    >
      <GraphiQL.Logo>
        <a href="/" className="graphiql-un-styled">
          Shop
        </a>
      </GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, merge, copy }) => (
          <>
            {prettify}
            {merge}
            {copy}
            <ShareButton />
            <ResponseScroller />
            <LineWrapping />
          </>
        )}
      </GraphiQL.Toolbar>
    </GraphiQL>
  </StrictMode>,
);
