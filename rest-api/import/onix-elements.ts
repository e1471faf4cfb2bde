import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { maxDepth, maxRecordBytes, recordTooLongReason } from './file-record.ts';

/** An element of an ONIX message, with its reference name. */
export interface OnixElement {
  readonly name: string;
  /** The line on which it starts. */
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: OnixElement[];
  /** The text of the element and its descendants, such as XHTML elements. Elements that separate words add spaces. */
  text: string;
}

/** An ONIX file that cannot be read any further. The message is the reason that the user sees. */
export class UnreadableOnixError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** The reference names of those short tags that `readOnix` uses. ONIX for Books 3.0 allows both kinds of names. */
const referenceNames: Readonly<Record<string, string>> = {
  m184: 'DefaultLanguageOfText',
  x310: 'DefaultPriceType',
  m186: 'DefaultCurrencyCode',
  a002: 'NotificationType',
  b221: 'ProductIDType',
  b244: 'IDValue',
  b202: 'TitleType',
  x409: 'TitleElementLevel',
  b203: 'TitleText',
  b030: 'TitlePrefix',
  b031: 'TitleWithoutPrefix',
  b029: 'Subtitle',
  b035: 'ContributorRole',
  b034: 'SequenceNumber',
  b036: 'PersonName',
  b037: 'PersonNameInverted',
  b039: 'NamesBeforeKey',
  b040: 'KeyNames',
  b047: 'CorporateName',
  b253: 'LanguageRole',
  b252: 'LanguageCode',
  b079: 'ImprintName',
  b291: 'PublishingRole',
  b081: 'PublisherName',
  b070: 'SubjectHeadingText',
  x425: 'MainSubject',
  x426: 'TextType',
  d104: 'Text',
  x436: 'ResourceContentType',
  x435: 'ResourceLink',
  b012: 'ProductForm',
  b057: 'EditionNumber',
  b058: 'EditionStatement',
  b218: 'ExtentType',
  b219: 'ExtentValue',
  b220: 'ExtentUnit',
  b074: 'AudienceRangeQualifier',
  b075: 'AudienceRangePrecision',
  b076: 'AudienceRangeValue',
  x414: 'NameType',
  x448: 'PublishingDateRole',
  b306: 'Date',
  x454: 'WorkRelationCode',
  j396: 'ProductAvailability',
  x462: 'PriceType',
  j151: 'PriceAmount',
  j152: 'CurrencyCode',
};

/** Composite elements, whose short tags differ from their reference names only in case. */
const compositeNames = new Map(
  [
    'ONIXMessage',
    'Header',
    'Product',
    'ProductIdentifier',
    'DescriptiveDetail',
    'TitleDetail',
    'TitleElement',
    'Contributor',
    'Language',
    'Subject',
    'CollateralDetail',
    'TextContent',
    'SupportingResource',
    'ResourceVersion',
    'PublishingDetail',
    'Imprint',
    'Publisher',
    'ProductSupply',
    'SupplyDetail',
    'Price',
    'Extent',
    'AudienceRange',
    'AlternativeName',
    'PublishingDate',
    'RelatedMaterial',
    'RelatedWork',
    'WorkIdentifier',
  ].map((name) => [name.toLowerCase(), name]),
);

/** The elements that `readOnixRecords` returns. */
const recordNames: ReadonlySet<string> = new Set(['Header', 'Product']);

/** XHTML elements that may be within a word. */
const inlineElements: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q rb rp rt ruby s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** Whether an element separates words, as a paragraph or a line break does. */
export function separatesWords(tag: string): boolean {
  return !inlineElements.has(tag.toLowerCase());
}

/**
 * Reads the `<Header>` and the `<Product>` elements of an ONIX message one by one, so that the XML is never in memory
 * as a whole.
 * @throws UnreadableOnixError if the file is not well-formed XML, a record is too long, or its elements are nested too
 * deeply.
 */
export async function* readOnixRecords(file: string): AsyncGenerator<OnixElement> {
  const parser = new SaxesParser();
  const completeRecords: OnixElement[] = [];
  let openElements: OnixElement[] = [];
  let line = 1;
  // Counted in whole chunks, from the end of the previous record.
  let recordBytes = 0;
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^(undefined:)?\d+:\d+: /, '');
    throw new UnreadableOnixError(`is not valid XML (${reason})`, parser.line);
  });
  const addText = (text: string) => {
    const element = openElements.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('opentagstart', () => {
    line = parser.line;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: toReferenceName(name), line, attributes, children: [], text: '' };
    const parent = openElements.at(-1);
    if (parent === undefined && !recordNames.has(element.name)) return;
    if (openElements.length >= maxDepth)
      throw new UnreadableOnixError(`has elements that are nested more than ${maxDepth} levels deep`, line);
    parent?.children.push(element);
    openElements.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = openElements.pop();
    if (closed === undefined) return;
    // Adding each text to all enclosing elements at once would take time and memory for each level.
    addText(separatesWords(closed.name) ? ` ${closed.text} ` : closed.text);
    if (openElements.length > 0) return;
    completeRecords.push(closed);
    openElements = [];
    recordBytes = 0;
  });
  for await (const chunk of createReadStream(file, 'utf8')) {
    const text = String(chunk);
    parser.write(text);
    yield* completeRecords.splice(0);
    recordBytes += Buffer.byteLength(text);
    if (recordBytes > maxRecordBytes) {
      throw new UnreadableOnixError(recordTooLongReason, openElements[0]?.line ?? parser.line);
    }
  }
  parser.close();
  yield* completeRecords.splice(0);
}

function toReferenceName(tag: string): string {
  const name = tag.slice(tag.indexOf(':') + 1);
  return referenceNames[name] ?? compositeNames.get(name.toLowerCase()) ?? name;
}

/** Returns the children with this name; none if the element is missing. */
export function getChildren(element: OnixElement | undefined, name: string): OnixElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function getGrandchildren(product: OnixElement, parent: string, name: string): OnixElement[] {
  return getChildren(product, parent).flatMap((element) => getChildren(element, name));
}

/**
 * Finds the first element whose child with this name has one of the codes as its text. If several codes occur, the one
 * that is given first takes precedence.
 */
export function findByCode(
  elements: readonly OnixElement[],
  name: string,
  ...codes: readonly string[]
): OnixElement | undefined {
  return codes
    .map((code) => elements.find((element) => getText(element, name) === code))
    .find((element) => element !== undefined);
}

/** The text of the first child with this name; undefined if the element or child is missing or the text is blank. */
export function getText(element: OnixElement | undefined, name: string): string | undefined {
  const child = element?.children.find((candidate) => candidate.name === name);
  return child?.text.replaceAll(/\s+/g, ' ').trim() || undefined;
}
