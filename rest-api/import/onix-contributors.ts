import { findByCode, getChildren, getGrandchildren, getText, type OnixElement } from './onix-elements.ts';

/** Codes of the ONIX code lists. Some translators also wrote a commentary (B08) or edited the book (B10). */
const codes = { author: 'A01', translators: ['B06', 'B08', 'B10'], transliteratedName: '05' } as const;

/** Lists the authors in sequence, or the other contributors if the book has no author. */
export function readAuthors(product: OnixElement): string | undefined {
  return joinNames(findAuthors(product));
}

/** Lists the names of `readAuthors` in another script; undefined if one of the authors has none. */
export function readTransliteratedAuthors(product: OnixElement): string | undefined {
  const authors = findAuthors(product).filter((contributor) => readName(contributor) !== undefined);
  const names = authors.map((contributor) => {
    const alternatives = getChildren(contributor, 'AlternativeName');
    const name = findByCode(alternatives, 'NameType', codes.transliteratedName);
    return name && readName(name);
  });
  return names.length === 0 || names.includes(undefined) ? undefined : names.join(', ');
}

export function readTranslators(product: OnixElement): string | undefined {
  return joinNames(findByRole(product, codes.translators));
}

function findAuthors(product: OnixElement): OnixElement[] {
  const authors = findByRole(product, [codes.author]);
  return authors.length > 0 ? authors : listContributors(product);
}

function findByRole(product: OnixElement, roles: readonly string[]): OnixElement[] {
  return listContributors(product).filter((element) =>
    getChildren(element, 'ContributorRole').some(({ text }) => roles.includes(text.trim())),
  );
}

function listContributors(product: OnixElement): OnixElement[] {
  return getGrandchildren(product, 'DescriptiveDetail', 'Contributor').toSorted(
    (one, other) =>
      Number(getText(one, 'SequenceNumber') ?? 0) - Number(getText(other, 'SequenceNumber') ?? 0),
  );
}

function joinNames(contributors: readonly OnixElement[]): string | undefined {
  const names = contributors.map(readName).filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(', ');
}

function readName(contributor: OnixElement): string | undefined {
  const name = getText(contributor, 'PersonName') ?? getText(contributor, 'CorporateName');
  if (name !== undefined) return name;
  const parts = [getText(contributor, 'NamesBeforeKey'), getText(contributor, 'KeyNames')].filter(
    (part) => part,
  );
  if (parts.length > 0) return parts.join(' ');
  return getText(contributor, 'PersonNameInverted')?.split(', ').toReversed().join(' ');
}
