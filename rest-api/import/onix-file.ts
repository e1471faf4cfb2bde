import { decodeHTMLStrict } from 'entities';
import type { FileIssue, FileRecord } from './file-record.ts';
import { readBookFacts } from './onix-book-facts.ts';
import { readAuthors, readTranslators, readTransliteratedAuthors } from './onix-contributors.ts';
import {
  findByCode,
  getChildren,
  getGrandchildren,
  getText,
  type OnixElement,
  readOnixRecords,
  separatesWords,
  UnreadableOnixError,
} from './onix-elements.ts';
import { readTitle, readTransliteratedTitle } from './onix-titles.ts';

/** Codes of the ONIX code lists. */
const codes = {
  deleteRecord: '05',
  isbn13: '15',
  isbn10: '02',
  languageOfText: '01',
  publisher: '01',
  description: '03',
  shortDescription: '02',
  frontCover: '01',
  retailPriceWithTax: '02',
  retailPrice: '01',
} as const;

/**
 * Reads an ONIX for Books 3.0 message, with reference names or short tags. Books are identified by ISBN. The shop
 * decides on category, status and price, so the file's values for these apply only to new books. If the MRP of an
 * existing book changes, so does its price, and the discount stays the same. Stock is not read, because it is the
 * supplier's. Records that request a deletion are skipped.
 */
export async function* readOnix(
  file: string,
  report: (issue: FileIssue) => void,
): AsyncGenerator<FileRecord> {
  try {
    let defaults: Defaults = {};
    for await (const element of readOnixRecords(file)) {
      if (element.name === 'Header') {
        defaults = readDefaults(element);
      } else if (getText(element, 'NotificationType') !== codes.deleteRecord) {
        yield { line: element.line, fields: readFields(element, defaults) };
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableOnixError)) throw error;
    report({ line: error.line, reason: error.message });
  }
}

/** Values from the header of a message. They apply to the products that do not state their own. */
interface Defaults {
  readonly languageCode?: string | undefined;
  readonly priceType?: string | undefined;
  readonly currencyCode?: string | undefined;
}

function readDefaults(header: OnixElement): Defaults {
  return {
    languageCode: getText(header, 'DefaultLanguageOfText'),
    priceType: getText(header, 'DefaultPriceType'),
    currencyCode: getText(header, 'DefaultCurrencyCode'),
  };
}

function readFields(product: OnixElement, defaults: Defaults): Record<string, unknown> {
  const mrp = readRetailPrice(product, defaults);
  const fields = {
    isbnId: readIsbn(product),
    productName: readTitle(product),
    author: readAuthors(product),
    publisher: readPublisher(product),
    languageCode: readLanguageCode(product, defaults),
    mrp,
    description: readDescription(product),
    thumbnailFile: readCover(product),
    ...readBookFacts(product),
    translator: readTranslators(product),
    transliteratedName: readTransliteratedTitle(product),
    transliteratedAuthor: readTransliteratedAuthors(product),
  };
  const ifNew = { price: mrp, discount: 0, category: readCategory(product), status: readStatus(product) };
  return { ...omitUndefined(fields), ifNew: omitUndefined(ifNew), priceFollowsMrp: true };
}

function readIsbn(product: OnixElement): string | undefined {
  const identifiers = getChildren(product, 'ProductIdentifier');
  const findValue = (type: string) => getText(findByCode(identifiers, 'ProductIDType', type), 'IDValue');
  return findValue(codes.isbn13) ?? findValue(codes.isbn10);
}

function readPublisher(product: OnixElement): string | undefined {
  const publishers = getGrandchildren(product, 'PublishingDetail', 'Publisher');
  const publisher = findByCode(publishers, 'PublishingRole', codes.publisher) ?? publishers[0];
  const [imprint] = getGrandchildren(product, 'PublishingDetail', 'Imprint');
  return getText(publisher, 'PublisherName') ?? getText(imprint, 'ImprintName');
}

/** The code `und` means that the language is undetermined. */
function readLanguageCode(product: OnixElement, defaults: Defaults): string | undefined {
  const languages = getGrandchildren(product, 'DescriptiveDetail', 'Language');
  const language = findByCode(languages, 'LanguageRole', codes.languageOfText);
  const code = language === undefined ? defaults.languageCode : getText(language, 'LanguageCode');
  return code === 'und' ? undefined : code;
}

function readDescription(product: OnixElement): string | undefined {
  const contents = getGrandchildren(product, 'CollateralDetail', 'TextContent');
  const content = findByCode(contents, 'TextType', codes.description, codes.shortDescription);
  const [text] = getChildren(content, 'Text');
  return text && stripMarkup(text);
}

/** Removes HTML, which descriptions may contain as elements or escaped. */
function stripMarkup({ text, children }: OnixElement): string {
  const withoutTags = text.replaceAll(/<\/?([a-z][a-z\d]*)[^<>]*>/gi, (_, tag: string) =>
    separatesWords(tag) ? ' ' : '',
  );
  // A text without child elements may be escaped HTML. The XML parser has then only undone the escaping, so the entities
  // of the HTML itself are still there.
  const mayBeEscaped = children.length === 0;
  const plainText = mayBeEscaped ? decodeHTMLStrict(withoutTags) : withoutTags;
  return plainText.replaceAll(/\s+/g, ' ').trim();
}

function readCover(product: OnixElement): string | undefined {
  const resources = getGrandchildren(product, 'CollateralDetail', 'SupportingResource');
  const cover = findByCode(resources, 'ResourceContentType', codes.frontCover);
  const [version] = getChildren(cover, 'ResourceVersion');
  return getText(version, 'ResourceLink');
}

function readCategory(product: OnixElement): string | undefined {
  const subjects = getGrandchildren(product, 'DescriptiveDetail', 'Subject').filter(
    (element) => getText(element, 'SubjectHeadingText') !== undefined,
  );
  const isMain = (element: OnixElement) => getChildren(element, 'MainSubject').length > 0;
  const subject = subjects.find(isMain) ?? subjects[0];
  return getText(subject, 'SubjectHeadingText');
}

/**
 * Returns the retail price in rupees including tax or, if it is missing, the price without tax. Suppliers state 0 while
 * a price is unknown.
 */
function readRetailPrice(product: OnixElement, defaults: Defaults): string | undefined {
  const prices = getGrandchildren(product, 'ProductSupply', 'SupplyDetail')
    .flatMap((detail) => getChildren(detail, 'Price'))
    .filter((element) => (getText(element, 'CurrencyCode') ?? defaults.currencyCode) === 'INR')
    .filter((element) => Number(getText(element, 'PriceAmount')) !== 0);
  const findPrice = (type: string) =>
    prices.find((element) => (getText(element, 'PriceType') ?? defaults.priceType) === type);
  const price = findPrice(codes.retailPriceWithTax) ?? findPrice(codes.retailPrice);
  return getText(price, 'PriceAmount');
}

/** Codes 20 to 23 mean available. */
function readStatus(product: OnixElement): 'Available' | 'Unavailable' {
  const details = getGrandchildren(product, 'ProductSupply', 'SupplyDetail');
  const isAvailable = details.some((detail) => /^2[0-3]$/.test(getText(detail, 'ProductAvailability') ?? ''));
  return isAvailable ? 'Available' : 'Unavailable';
}

function omitUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
