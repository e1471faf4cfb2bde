import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { system } from './system.ts';
import './global.css';

/** The system without its global rules, which are in the style sheet imported above. */
const value = { ...system, _global: [], layers: { ...system.layers, atRule: '' } };

/**
 * Provides Chakra to its children. Each page or dialog that uses Chakra wraps itself, so that other pages
 * do not load it.
 */
export function ChakraScope({ children }: { children: ReactNode }) {
  return <ChakraProvider value={value}>{children}</ChakraProvider>;
}
