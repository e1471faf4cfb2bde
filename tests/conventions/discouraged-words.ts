import type { SourceFile } from './import-rules.ts';

/** A word or phrase that a newcomer would have to decode, and what to write instead. */
interface DiscouragedWord {
  pattern: RegExp;
  instead: string;
}

/**
 * The project speaks the field's language: the words of Node.js, Apollo, React, Shopify and the HTTP RFCs. The words in
 * this list were once used instead, and must not be used again in names or prose.
 */
const discouragedWords: readonly DiscouragedWord[] = [
  // Bounds.
  {
    pattern: /\b(?:most|longest|widest|fewest|highest|shortest)[A-Z]\w*/,
    instead: 'maxX or minX with the unit: maxResponseBytes',
  },
  { pattern: /\bpatience\b/i, instead: 'timeoutMs' },
  { pattern: /\bso many\b/i, instead: 'the number itself, or "the given number of"' },
  { pattern: /\bso long as\b/i, instead: '"as long as", or the duration' },

  // Metaphors.
  { pattern: /turnstile/i, instead: 'ConcurrencyLimit' },
  { pattern: /\bpacer\b/i, instead: 'CooperativeScheduler' },
  { pattern: /\bdoors?\b|[a-z]Doors?\b|\bDoor[A-Z]/, instead: 'HTTP server, socket or boundary' },
  {
    pattern:
      /\b(?:a|the|of|each|every|own|this|another) shel(?:f|ves)\b|\bshel(?:f|ves)[A-Z]|[a-z]Shel(?:f|ves)|\bShel(?:f|ves)(?!Sort)[A-Z]/,
    instead: 'collection (category, author, publisher or language), or product row',
  },
  { pattern: /holdings/i, instead: 'cart and wish list' },
  { pattern: /gateway[- ]?words/i, instead: 'server messages' },
  { pattern: /known ?quer(?:y|ies)/i, instead: 'compiled query' },

  // Verbal adjectives as nouns, and other unclear names.
  { pattern: /untold/i, instead: 'unidentified, unknown' },
  { pattern: /turned[- ]?away/i, instead: 'rejected' },
  { pattern: /\bkept[A-Z]\w*|[a-z]Kept\b/, instead: 'cached, stored or remaining' },
  { pattern: /\b(?:is|use)Gone\b|\bgone[A-Z]/, instead: 'unmounted, missing or removed' },
  { pattern: /\bwish(?:ed|ing)?[A-Z]\w*|\buseWish\b/, instead: 'wishlist…, or what happens after login' },
  { pattern: /\bprime[sd]?\b/i, instead: 'preload' },
  { pattern: /\bconst known = .*\.get\(/, instead: 'cached or existing' },

  // Sentences that read like a word-for-word translation.
  { pattern: /\bwhoever\b/i, instead: 'the shopper, the caller, the client' },
  { pattern: /\bbe it\b/i, instead: 'whether … or …' },
  { pattern: /\b(?:of|all|those) that there (?:is|are)\b/i, instead: 'the existing …' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bby the word of\b/i, instead: 'according to' },
  { pattern: /\bwhat (?:became|becomes) of\b/i, instead: 'the outcome of' },
  { pattern: /\bto be had\b/, instead: 'available' },
  { pattern: /\b(?:br(?:eaks?|oke)|broken|breaking) off\b/i, instead: 'is interrupted' },
  { pattern: /\bwhat (?:remains|is left) of\b/i, instead: 'the remaining …' },
  {
    pattern: /\b(?:are|is|was|were|be) gone\b/i,
    instead: 'no longer exists, has ended, was removed or unmounted',
  },
  { pattern: /\bin spite of\b/i, instead: 'despite' },
  { pattern: /\bgo(?:es)? on (?:after|at|with|for)\b/i, instead: 'continue' },
  { pattern: /\bany more[.'"`,;)]/i, instead: 'no longer' },
  { pattern: /\bnothing but\b/i, instead: 'only' },
  { pattern: /\bwhat is (?:bought|certain of|known of)\b/i, instead: 'the products, or the facts about …' },
  { pattern: /\bmov(?:es?|ing) no money\b/i, instead: 'charges nothing' },
  { pattern: /\bwrong way round\b/i, instead: 'in the wrong order' },
  { pattern: /\bother way round\b/i, instead: 'the reverse, or name both directions' },
  { pattern: /\bdo(?:es)? no harm\b/i, instead: 'is harmless' },
  { pattern: /\bin the words of\b/i, instead: 'as the client sent it' },
  { pattern: /\brest of the response stays\b/i, instead: 'the rest of the response is not affected' },
  { pattern: /\btakes? long\b/i, instead: 'takes a long time, is slow' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bbeside the data\b/i, instead: 'in `errors`, or GraphQL errors' },
];

/** Files that may contain these words: the checks, demo data, information pages, and texts of past releases. */
const exemptFiles: readonly RegExp[] = [
  /^tests\/conventions\//,
  /^tests\/released\//,
  /^rest-api\/demo\//,
  /^web\/features\/content\/information-texts(-mr|-hi)?\.ts$/,
  /^CHANGELOG\.md$/,
];

/** The discouraged words in the files, each as a line with its location and what to write instead. */
export function findDiscouragedWords(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !exemptFiles.some((exempt) => exempt.test(path)))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => checkLine(line, `${path}:${index + 1}`)),
    );
}

function checkLine(line: string, location: string): string[] {
  return discouragedWords.flatMap(({ pattern, instead }) => {
    const [found] = pattern.exec(line) ?? [];
    return found === undefined ? [] : [`${location}: “${found}” – write: ${instead}.`];
  });
}
