/**
 * The inline script of all pages, the only one that they execute. Its text is part of every page
 * (web/build/inline-script.ts), so it imports little.
 */
import { recordEarlyInput } from './early-input.ts';
import { loadScriptsAfterPaint } from './script-loading.ts';

recordEarlyInput();
loadScriptsAfterPaint();
