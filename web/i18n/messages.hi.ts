import type { MessageTree } from './messages.ts';

/** All texts in Hindi, by their files: one script for the whole visit. */
export const messages = import.meta.glob<MessageTree>(
  ['../*/messages.hi.json', '../features/*/messages.hi.json'],
  { import: 'default', eager: true },
);
