import { useEffect } from 'react';
import { createStore, useStore } from '#web/store.ts';
import { whenIdle } from '../when-idle.ts';

type Motion = typeof import('../motion/motion.tsx');

const motion = createStore<Motion | undefined>(undefined);
let isRequested = false;

/**
 * The animated components, which are requested when the page has loaded and the browser is idle. While they are
 * undefined, render plain elements: on the server, during hydration, until they have loaded, and if loading fails.
 */
export function useMotion(): Motion | undefined {
  useEffect(requestMotion, []);
  return useStore(motion);
}

function requestMotion(): void {
  if (isRequested) return;
  isRequested = true;
  whenIdle(() => void import('../motion/motion.tsx').then(motion.set, () => undefined));
}
