import type { MessageTree } from './messages.ts';

/** All texts in Marathi, by their files: one script for the whole visit. */
export const messages = import.meta.glob<MessageTree>(
  ['../*/messages.mr.json', '../features/*/messages.mr.json'],
  { import: 'default', eager: true },
);
