import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component that is loaded from its own file when it is first rendered. If its script or style sheet cannot be loaded,
 * the fallback is rendered instead; with React's `lazy` alone, the error would replace the whole page.
 *
 * The failure is handled here, because Vite may move a handler that directly follows `import()` into code that runs
 * only if the style sheets have loaded.
 *
 * @param load for example `() => import('./X.tsx').then((module) => module.X)`.
 */
export function createLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: Fallback }),
    ),
  );
}
