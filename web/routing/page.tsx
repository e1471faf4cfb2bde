import type { ComponentType } from 'react';
import {
  data,
  type LoaderFunctionArgs,
  type Params,
  type RouteObject,
  redirect,
  useLoaderData,
} from 'react-router-dom';
import { addNamespaces } from '#web/i18n/i18n.ts';
import { toLanguage } from '#web/i18n/languages.ts';
import { loadMessages, type Namespace } from '#web/i18n/messages.ts';
import { NeedsScripts } from '#web/routing/NeedsScripts.tsx';
import { NotFound } from '#web/routing/NotFound.tsx';
import { Unavailable } from '#web/routing/Unavailable.tsx';
import { loadChunk } from './chunk.ts';
import { createPreload, GatewayUnavailableError, type Preload, QueryRejectedError } from './preload.ts';
import { routerContext } from './router-context.ts';

/** What a screen's loader gets. */
export interface PageLoaderArgs {
  preload: Preload;
  params: Params<string>;
  url: URL;
}

/**
 * Primes the cache for a screen. `'not-found'` answers with status 404 and the page that says so; it
 * can be known on the server only, so the screen itself shows `NotFound` too.
 */
export type PageLoader = (args: PageLoaderArgs) => Promise<'not-found' | undefined>;

/** What a screen's file exports. */
export interface PageModule {
  Component: ComponentType;
  loader?: PageLoader;
}

/** What the server reads from a route: which files to preload and which texts to have at hand. */
export interface PageHandle {
  module: string;
  messages: readonly Namespace[];
  shopperOnly: boolean;
}

interface PageOptions {
  /** The screen's file, below `web/`, as in `load`: the server finds its scripts and styles by it. */
  module: string;
  load: () => Promise<PageModule>;
  /** The namespaces the screen's texts stand in. */
  messages: readonly Namespace[];
  /** A session that runs out on this screen leads to the login, and from there back to it. */
  shopperOnly?: boolean;
  /** The screen does nothing without scripts, and says so; so do all that are for shoppers only. */
  needsScripts?: boolean;
}

/** A route whose screen is loaded on demand. The empty path is the parent's own. */
export function page(path: string, options: PageOptions): RouteObject {
  const { module, messages, shopperOnly = false, needsScripts = shopperOnly } = options;
  const handle: PageHandle = { module, messages, shopperOnly };
  const route = {
    handle,
    lazy: async () => {
      const [screen] = await loadChunk(() => Promise.all([options.load(), fetchMessages(messages)]));
      const loader = (args: LoaderFunctionArgs) => runLoader(screen.loader, messages, args);
      return { loader, Component: withProblems(screen.Component, needsScripts) };
    },
  };
  return path === '' ? { ...route, index: true } : { ...route, path };
}

/** A path that leads elsewhere for good, with its query. */
export function movedTo(path: string, target: string): RouteObject {
  return {
    path,
    loader: ({ request }) => redirect(`${target}${new URL(request.url).search}`, 301),
  };
}

type Problem = 'not-found' | 'unavailable';

async function runLoader(
  loader: PageLoader | undefined,
  messages: readonly Namespace[],
  { context, params, request }: LoaderFunctionArgs,
) {
  const { client, i18n, waitForData } = context.get(routerContext);
  await addNamespaces(i18n, messages);
  if (loader === undefined) return null;
  const preload = createPreload(client, waitForData);
  try {
    const found = await loader({ preload, params, url: new URL(request.url) });
    return found === undefined ? null : problem('not-found', 404);
  } catch (error) {
    if (error instanceof QueryRejectedError) return problem('not-found', 404);
    if (error instanceof GatewayUnavailableError) return problem('unavailable', 503);
    throw error;
  }
}

function problem(name: Problem, status: number) {
  return data({ problem: name }, { status });
}

/** The screen, or in its place the page that says what the server met. */
function withProblems(Component: ComponentType, needsScripts: boolean): ComponentType {
  return function Page() {
    const met = useLoaderData<{ problem: Problem } | null>();
    if (met?.problem === 'not-found') return <NotFound />;
    if (met?.problem === 'unavailable') return <Unavailable />;
    return (
      <>
        {needsScripts && <NeedsScripts />}
        <Component />
      </>
    );
  };
}

/** In the browser the texts travel beside the screen's script, not after it. */
async function fetchMessages(messages: readonly Namespace[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const language = toLanguage(document.documentElement.lang);
  await Promise.all(messages.map((namespace) => loadMessages(namespace, language)));
}
