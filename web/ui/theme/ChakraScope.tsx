import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { system } from './system.ts';
import './global.css';

/**
 * Chakra's system without its global styles, which `global.css` contains, and without the order of the cascade layers,
 * which `app/styles/tokens.css` defines.
 */
const systemWithoutGlobals = { ...system, _global: [], layers: { ...system.layers, atRule: '' } };

/**
 * Provides Chakra to its children. Each page or dialog that uses Chakra wraps its own content, so that other
 * pages do not load Chakra.
 */
export function ChakraScope({ children }: { children: ReactNode }) {
  return <ChakraProvider value={systemWithoutGlobals}>{children}</ChakraProvider>;
}

/** A page that uses Chakra. */
export function ChakraPage({ children }: { children: ReactNode }) {
  return (
    <ChakraScope>
      <div className="container page">{children}</div>
    </ChakraScope>
  );
}
