import type { FileIssue, FileRecord } from './file-record.ts';
import { type OnixElement, readOnixProducts, XmlSyntaxError } from './onix-elements.ts';

/** Codes of the ONIX code lists. */
const codes = {
  deleteRecord: '05',
  isbn13: '15',
  isbn10: '02',
  distinctiveTitle: '01',
  titleOfProduct: '01',
  author: 'A01',
  languageOfText: '01',
  publisher: '01',
  description: '03',
  shortDescription: '02',
  frontCover: '01',
  retailPriceWithTax: '02',
  retailPrice: '01',
} as const;

/**
 * Reads an ONIX for Books 3.0 message, with reference names or short tags. Books are identified by ISBN. The category,
 * the status and the price are the shop's own decisions: those of the file apply only to new books, and a new MRP keeps
 * the discount of a known book. Stock is never read, since it is the supplier's. Records that ask for a deletion are
 * skipped.
 */
export async function* readOnix(
  file: string,
  report: (issue: FileIssue) => void,
): AsyncGenerator<FileRecord> {
  try {
    for await (const product of readOnixProducts(file)) {
      if (textOf(product, 'NotificationType') === codes.deleteRecord) continue;
      yield { line: product.line, fields: readFields(product) };
    }
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    report({ line: error.line, reason: `is not valid XML (${error.message})` });
  }
}

function readFields(product: OnixElement): Record<string, unknown> {
  const mrp = readRetailPrice(product);
  const fields = {
    isbnId: readIsbn(product),
    productName: readTitle(product),
    author: readAuthors(product),
    publisher: readPublisher(product),
    language: readLanguage(product),
    mrp,
    description: readDescription(product),
    thumbnailFile: readCover(product),
  };
  const ifNew = { price: mrp, discount: 0, category: readCategory(product), status: readStatus(product) };
  return { ...defined(fields), ifNew: defined(ifNew), priceFollowsMrp: true };
}

function readIsbn(product: OnixElement): string | undefined {
  const identifiers = childrenOf(product, 'ProductIdentifier');
  const findValue = (type: string) => {
    const identifier = identifiers.find((element) => textOf(element, 'ProductIDType') === type);
    return identifier === undefined ? undefined : textOf(identifier, 'IDValue');
  };
  return findValue(codes.isbn13) ?? findValue(codes.isbn10);
}

function readTitle(product: OnixElement): string | undefined {
  const titles = descendantsOf(product, 'DescriptiveDetail', 'TitleDetail');
  const title = titles.find((element) => textOf(element, 'TitleType') === codes.distinctiveTitle);
  const parts = title === undefined ? [] : childrenOf(title, 'TitleElement');
  const part = parts.find((element) => textOf(element, 'TitleElementLevel') === codes.titleOfProduct);
  if (part === undefined) return undefined;
  const withoutPrefix = textOf(part, 'TitleWithoutPrefix');
  const text =
    textOf(part, 'TitleText') ??
    (withoutPrefix && [textOf(part, 'TitlePrefix'), withoutPrefix].filter((word) => word).join(' '));
  const subtitle = textOf(part, 'Subtitle');
  return text !== undefined && subtitle !== undefined ? `${text}: ${subtitle}` : text;
}

/** The authors in their order; other contributors if the book has no author. */
function readAuthors(product: OnixElement): string | undefined {
  const contributors = descendantsOf(product, 'DescriptiveDetail', 'Contributor').toSorted(
    (one, other) => Number(textOf(one, 'SequenceNumber') ?? 0) - Number(textOf(other, 'SequenceNumber') ?? 0),
  );
  const authors = contributors.filter((element) =>
    childrenOf(element, 'ContributorRole').some(({ text }) => text.trim() === codes.author),
  );
  const names = (authors.length > 0 ? authors : contributors)
    .map(readName)
    .filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(', ');
}

function readName(contributor: OnixElement): string | undefined {
  const name = textOf(contributor, 'PersonName') ?? textOf(contributor, 'CorporateName');
  if (name !== undefined) return name;
  const parts = [textOf(contributor, 'NamesBeforeKey'), textOf(contributor, 'KeyNames')].filter(
    (part) => part,
  );
  if (parts.length > 0) return parts.join(' ');
  return textOf(contributor, 'PersonNameInverted')?.split(', ').toReversed().join(' ');
}

function readPublisher(product: OnixElement): string | undefined {
  const publishers = descendantsOf(product, 'PublishingDetail', 'Publisher');
  const publisher =
    publishers.find((element) => textOf(element, 'PublishingRole') === codes.publisher) ?? publishers[0];
  const [imprint] = descendantsOf(product, 'PublishingDetail', 'Imprint');
  return (publisher && textOf(publisher, 'PublisherName')) ?? (imprint && textOf(imprint, 'ImprintName'));
}

/** The name of the language in that language, such as मराठी. */
function readLanguage(product: OnixElement): string | undefined {
  const language = descendantsOf(product, 'DescriptiveDetail', 'Language').find(
    (element) => textOf(element, 'LanguageRole') === codes.languageOfText,
  );
  const code = language === undefined ? undefined : textOf(language, 'LanguageCode');
  if (code === undefined) return undefined;
  // The name that CLDR has, संस्कृत भाषा, is longer than what shops write.
  if (code === 'san') return 'संस्कृत';
  try {
    return new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function readDescription(product: OnixElement): string | undefined {
  const contents = descendantsOf(product, 'CollateralDetail', 'TextContent');
  const content =
    contents.find((element) => textOf(element, 'TextType') === codes.description) ??
    contents.find((element) => textOf(element, 'TextType') === codes.shortDescription);
  const [text] = content === undefined ? [] : childrenOf(content, 'Text');
  return text === undefined ? undefined : stripMarkup(text.text);
}

/** Descriptions may be HTML, as elements or escaped. */
function stripMarkup(text: string): string {
  return text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function readCover(product: OnixElement): string | undefined {
  const cover = descendantsOf(product, 'CollateralDetail', 'SupportingResource').find(
    (element) => textOf(element, 'ResourceContentType') === codes.frontCover,
  );
  const [version] = cover === undefined ? [] : childrenOf(cover, 'ResourceVersion');
  return version === undefined ? undefined : textOf(version, 'ResourceLink');
}

function readCategory(product: OnixElement): string | undefined {
  const subjects = descendantsOf(product, 'DescriptiveDetail', 'Subject').filter(
    (element) => textOf(element, 'SubjectHeadingText') !== undefined,
  );
  const isMain = (element: OnixElement) => childrenOf(element, 'MainSubject').length > 0;
  const subject = subjects.find(isMain) ?? subjects[0];
  return subject && textOf(subject, 'SubjectHeadingText');
}

/** The retail price in rupees including tax, or without if there is no other. */
function readRetailPrice(product: OnixElement): string | undefined {
  const prices = childrenOf(product, 'ProductSupply')
    .flatMap((supply) => childrenOf(supply, 'SupplyDetail'))
    .flatMap((detail) => childrenOf(detail, 'Price'))
    .filter((element) => textOf(element, 'CurrencyCode') === 'INR');
  const price =
    prices.find((element) => textOf(element, 'PriceType') === codes.retailPriceWithTax) ??
    prices.find((element) => textOf(element, 'PriceType') === codes.retailPrice);
  return price && textOf(price, 'PriceAmount');
}

/** Codes 20 to 23 mean available. */
function readStatus(product: OnixElement): 'Available' | 'Unavailable' {
  const details = childrenOf(product, 'ProductSupply').flatMap((supply) =>
    childrenOf(supply, 'SupplyDetail'),
  );
  const isAvailable = details.some((detail) => /^2[0-3]$/.test(textOf(detail, 'ProductAvailability') ?? ''));
  return isAvailable ? 'Available' : 'Unavailable';
}

function childrenOf(element: OnixElement, name: string): OnixElement[] {
  return element.children.filter((child) => child.name === name);
}

function descendantsOf(product: OnixElement, parent: string, name: string): OnixElement[] {
  return childrenOf(product, parent).flatMap((element) => childrenOf(element, name));
}

/** The text of the first child with this name; undefined if it is missing or blank. */
function textOf(element: OnixElement, name: string): string | undefined {
  const [child] = childrenOf(element, name);
  return child?.text.replaceAll(/\s+/g, ' ').trim() || undefined;
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
