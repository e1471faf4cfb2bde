import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { system } from './system.ts';
import './global.css';

/** The system without its global rules: those are in the style sheet imported above. */
const value = { ...system, _global: [], layers: { ...system.layers, atRule: '' } };

/**
 * Lets Chakra's components be used below it. A screen or dialog that uses any wraps itself, so that
 * pages without Chakra do not load it.
 */
export function ChakraScope({ children }: { children: ReactNode }) {
  return <ChakraProvider value={value}>{children}</ChakraProvider>;
}
