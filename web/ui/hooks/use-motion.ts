import { useEffect, useSyncExternalStore } from 'react';
import { whenIdle } from '../when-idle.ts';

type Motion = typeof import('../motion/motion.tsx');

let motion: Motion | undefined;
let isRequested = false;
const listeners = new Set<() => void>();

/**
 * The animated components, which are requested when the page has loaded and the browser is idle. While they are
 * undefined, render plain elements: on the server, during hydration, until they have loaded, and if loading fails.
 */
export function useMotion(): Motion | undefined {
  useEffect(requestMotion, []);
  return useSyncExternalStore(
    subscribe,
    () => motion,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function requestMotion(): void {
  if (isRequested) return;
  isRequested = true;
  whenIdle(() => void load());
}

async function load(): Promise<void> {
  try {
    motion = await import('../motion/motion.tsx');
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}
