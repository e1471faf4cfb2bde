import type { MessageTree } from './messages.ts';

/** All texts in English, by their files: one script for the whole visit. */
export const messages = import.meta.glob<MessageTree>(
  ['../*/messages.en.json', '../features/*/messages.en.json'],
  { import: 'default', eager: true },
);
