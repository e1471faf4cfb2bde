import { findByCode, getChildren, getGrandchildren, getText, type OnixElement } from './onix-elements.ts';

/** Codes of the ONIX code lists. */
const codes = {
  pages: '03',
  /** Kinds of page counts in order of preference. */
  pageCounts: [
    '00', // Main content.
    '11', // Content.
    '05', // Numbered pages.
    '07', // All pages.
    '06', // Production page count, with blank pages.
  ],
  publicationDate: '01',
  firstPublicationDate: '11',
  /** Kinds of age ranges in order of preference. */
  ageInYears: [
    '17', // Interest age.
    '18', // Reading age.
  ],
  exactly: '01',
  from: '03',
  to: '04',
  editionOfWork: '01',
} as const;

/** Bindings by the codes of product forms. */
const bindings: Readonly<Record<string, string>> = {
  BB: 'Hardback',
  BC: 'Paperback',
  BD: 'Loose-leaf',
  BE: 'Spiral bound',
  BF: 'Pamphlet',
  BG: 'Leather bound',
  BH: 'Board book',
};

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinalSuffixes: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
};

export function readBookFacts(product: OnixElement) {
  return {
    pageCount: readPageCount(product),
    binding: readBinding(product),
    edition: readEdition(product),
    publicationYear: readYear(product, codes.publicationDate),
    firstPublicationYear: readYear(product, codes.firstPublicationDate),
    ageGroup: readAgeGroup(product),
    workId: readWorkId(product),
  };
}

function readPageCount(product: OnixElement): string | undefined {
  const extents = getGrandchildren(product, 'DescriptiveDetail', 'Extent').filter(
    (element) => getText(element, 'ExtentUnit') === codes.pages,
  );
  return getText(findByCode(extents, 'ExtentType', ...codes.pageCounts), 'ExtentValue');
}

function readBinding(product: OnixElement): string | undefined {
  const [form] = getGrandchildren(product, 'DescriptiveDetail', 'ProductForm');
  return form && bindings[form.text.trim()];
}

function readEdition(product: OnixElement): string | undefined {
  const [detail] = getChildren(product, 'DescriptiveDetail');
  const statement = getText(detail, 'EditionStatement');
  if (statement !== undefined) return statement;
  const number = Number(getText(detail, 'EditionNumber') ?? Number.NaN);
  if (!Number.isInteger(number)) return undefined;
  return `${number}${ordinalSuffixes[ordinals.select(number)] ?? 'th'} edition`;
}

/** The year of a date such as 20260115 or 2026. */
function readYear(product: OnixElement, role: string): string | undefined {
  const dates = getGrandchildren(product, 'PublishingDetail', 'PublishingDate');
  const date = getText(findByCode(dates, 'PublishingDateRole', role), 'Date');
  return /^\d{4}/.exec(date ?? '')?.[0];
}

/** An age range has one or two pairs of elements. A pair is a precision (exactly, from or to) and a value. */
function readAgeGroup(product: OnixElement): string | undefined {
  const ranges = getGrandchildren(product, 'DescriptiveDetail', 'AudienceRange');
  const range = findByCode(ranges, 'AudienceRangeQualifier', ...codes.ageInYears);
  const values = getChildren(range, 'AudienceRangeValue').map(({ text }) => text.trim());
  const precisions = getChildren(range, 'AudienceRangePrecision').map(({ text }) => text.trim());
  const getValue = (precision: string) => values[precisions.indexOf(precision)];
  const [exact, from, to] = [getValue(codes.exactly), getValue(codes.from), getValue(codes.to)];
  if (exact !== undefined) return `${exact} years`;
  if (from !== undefined && to !== undefined) return `${from} to ${to} years`;
  if (from !== undefined) return `from ${from} years`;
  return to === undefined ? undefined : `up to ${to} years`;
}

function readWorkId(product: OnixElement): string | undefined {
  const works = getGrandchildren(product, 'RelatedMaterial', 'RelatedWork');
  const work = findByCode(works, 'WorkRelationCode', codes.editionOfWork);
  const [identifier] = getChildren(work, 'WorkIdentifier');
  return getText(identifier, 'IDValue');
}
