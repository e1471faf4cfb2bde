import type { ComponentType } from 'react';
import {
  type LoaderFunctionArgs,
  type Params,
  type RouteObject,
  redirect,
  useLoaderData,
} from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { loadChunk } from './chunk.ts';
import { NotFound } from './NotFound.tsx';
import styles from './page.module.css';
import { createPreload, GatewayUnavailableError, type Preload, QueryRejectedError } from './preload.ts';
import { routerContext } from './router-context.ts';
import { Unavailable } from './Unavailable.tsx';

/** The arguments of a page's loader. */
interface PageLoaderArgs {
  preload: Preload;
  params: Params<string>;
  url: URL;
}

/** Preloads the data of a page. If the data shows that there is no such page, the component renders `NotFound`. */
export type PageLoader = (args: PageLoaderArgs) => Promise<void>;

/** The exports of a page's module. */
export interface PageModule {
  Component: ComponentType;
  loader?: PageLoader;
}

/** What the server and the session handling need to know about a route: React Router's `handle`. */
export interface PageHandle {
  /** The module of the page as a path below `web/`. The server looks up its scripts and styles. */
  module: string;
  shopperOnly: boolean;
}

export interface PageOptions {
  /** If the session expires on this page, the shopper is sent to the login page, and returns after signing in. */
  shopperOnly?: boolean;
  /** Shows a message when JavaScript is disabled. Defaults to `shopperOnly`. */
  needsScripts?: boolean;
}

/** A route whose page is loaded on demand from `module`. The empty path is the index route. */
export function createPageRoute(
  path: string,
  module: string,
  load: () => Promise<PageModule>,
  { shopperOnly = false, needsScripts = shopperOnly }: PageOptions = {},
): RouteObject {
  const handle: PageHandle = { module, shopperOnly };
  const route = {
    handle,
    lazy: async () => {
      const { loader, Component } = await loadChunk(load);
      return {
        loader: (args: LoaderFunctionArgs) => runLoader(loader, args),
        Component: withLoadProblem(Component, needsScripts),
      };
    },
  };
  return path === '' ? { ...route, index: true } : { ...route, path };
}

/** A route that redirects permanently. The query of the URL is added to that of the target. */
export function createRedirectRoute(path: string, target: string): RouteObject {
  return {
    path,
    loader: ({ request }) => {
      const query = new URL(request.url).search;
      return redirect(target + (target.includes('?') ? query.replace('?', '&') : query), 301);
    },
  };
}

/** Why the server could not load the data of a page. */
type Problem = 'rejected' | 'unavailable';

async function runLoader(
  loader: PageLoader | undefined,
  { context, params, request }: LoaderFunctionArgs,
): Promise<Problem | null> {
  if (loader === undefined) return null;
  const preload = createPreload(context.get(routerContext));
  try {
    await loader({ preload, params, url: new URL(request.url) });
    return null;
  } catch (error) {
    if (error instanceof QueryRejectedError) return 'rejected';
    if (error instanceof GatewayUnavailableError) return 'unavailable';
    throw error;
  }
}

/** Renders the page, or the problem its loader reported on the server. */
function withLoadProblem(Component: ComponentType, needsScripts: boolean): ComponentType {
  return function Page() {
    const problem = useLoaderData<Problem | null>();
    if (problem === 'rejected') return <NotFound />;
    if (problem === 'unavailable') return <Unavailable />;
    return (
      <>
        {needsScripts && <ScriptsRequired />}
        <Component />
      </>
    );
  };
}

/** Shown on pages that do not work without JavaScript. */
function ScriptsRequired() {
  const { t } = useTranslation('ui');
  return (
    <noscript>
      <p className={`container ${styles.warning}`}>{t('needsScripts')}</p>
    </noscript>
  );
}
