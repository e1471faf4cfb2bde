import { createContext } from 'react';
import type { ColourMode } from './preferences.ts';

/** The colour mode the server renders with, for the switch to show; the browser reads its own. */
export const ColourModeContext = createContext<ColourMode>('system');
