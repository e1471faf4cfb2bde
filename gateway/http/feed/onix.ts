import { normalizeIsbn } from '../../catalogue/search/isbn.ts';
import type { FeedFormat, FeedProduct } from './feed-format.ts';

/** Languages of the books by their codes in ISO 639-2, which ONIX uses (code list 74). */
const languageCodes = [
  'asm',
  'ben',
  'eng',
  'guj',
  'hin',
  'kan',
  'kok',
  'mai',
  'mal',
  'mar',
  'nep',
  'ori',
  'pan',
  'san',
  'snd',
  'tam',
  'tel',
  'urd',
] as const;
const undetermined = 'und';

/** Codes by the names of the languages, in the language itself and in English. */
const codeByName: ReadonlyMap<string, string> = new Map([
  ...languageCodes.flatMap((code) =>
    [code, 'en'].map((locale): [string, string] => [
      new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code,
      code,
    ]),
  ),
  ['संस्कृत', 'san'],
  ['हिंदी', 'hin'],
]);

/** ONIX for Books 3.0 with reference names. */
export const onixFormat: FeedFormat = {
  contentType: 'application/xml; charset=utf-8',
  begin: ({ origin, confirmedAt }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">',
      `<Header><Sender>${formatElement('SenderName', getHostName(origin))}</Sender>${formatElement('SentDateTime', formatTime(confirmedAt))}</Header>`,
      '',
    ].join('\n'),
  write: (products, { origin }) =>
    products.map((product) => `${formatProduct(product, getHostName(origin))}\n`).join(''),
  end: '</ONIXMessage>\n',
};

function formatProduct(product: FeedProduct, sender: string): string {
  return [
    '<Product>',
    formatElement('RecordReference', `${sender}-${product.sku}`),
    // The whole record, which replaces an earlier one.
    formatElement('NotificationType', '03'),
    formatIdentifiers(product),
    formatDescription(product),
    formatCollateral(product),
    formatPublisher(product),
    formatSupply(product, sender),
    '</Product>',
  ].join('');
}

function formatIdentifiers({ sku, isbn }: FeedProduct): string {
  const digits = isbn === null ? null : normalizeIsbn(isbn);
  const proprietary = `<ProductIdentifier>${formatElement('ProductIDType', '01')}${formatElement('IDTypeName', 'SKU')}${formatElement('IDValue', sku)}</ProductIdentifier>`;
  if (digits?.length !== 13) return proprietary;
  return `${proprietary}<ProductIdentifier>${formatElement('ProductIDType', '15')}${formatElement('IDValue', digits)}</ProductIdentifier>`;
}

function formatDescription({ name, author, language, category }: FeedProduct): string {
  const title = formatElement('TitleElementLevel', '01') + formatElement('TitleText', name);
  const contributor =
    author === null
      ? '<NoContributor/>'
      : `<Contributor>${formatElement('SequenceNumber', '1')}${formatElement('ContributorRole', 'A01')}${formatElement('PersonName', author)}</Contributor>`;
  const code = language === null ? undetermined : (codeByName.get(language) ?? undetermined);
  const subject =
    category === null
      ? ''
      : `<Subject><MainSubject/>${formatElement('SubjectSchemeIdentifier', '24')}${formatElement('SubjectSchemeName', 'Category')}${formatElement('SubjectHeadingText', category)}</Subject>`;
  return [
    '<DescriptiveDetail>',
    formatElement('ProductComposition', '00') + formatElement('ProductForm', '00'),
    `<TitleDetail>${formatElement('TitleType', '01')}<TitleElement>${title}</TitleElement></TitleDetail>`,
    contributor,
    `<Language>${formatElement('LanguageRole', '01')}${formatElement('LanguageCode', code)}</Language>`,
    subject,
    '</DescriptiveDetail>',
  ].join('');
}

function formatCollateral({ description, thumbnail }: FeedProduct): string {
  const text =
    description === null
      ? ''
      : `<TextContent>${formatElement('TextType', '03')}${formatElement('ContentAudience', '00')}${formatElement('Text', description)}</TextContent>`;
  const cover =
    thumbnail === null
      ? ''
      : `<SupportingResource>${formatElement('ResourceContentType', '01')}${formatElement('ContentAudience', '00')}${formatElement('ResourceMode', '03')}<ResourceVersion>${formatElement('ResourceForm', '02')}${formatElement('ResourceLink', thumbnail)}</ResourceVersion></SupportingResource>`;
  return text + cover === '' ? '' : `<CollateralDetail>${text}${cover}</CollateralDetail>`;
}

function formatPublisher({ publisher }: FeedProduct): string {
  if (publisher === null) return '';
  return `<PublishingDetail><Publisher>${formatElement('PublishingRole', '01')}${formatElement('PublisherName', publisher)}</Publisher></PublishingDetail>`;
}

/** The recommended retail price (type 02) and, if it is lower, the shop's price (12, a special sale). */
function formatSupply({ price, mrp, available }: FeedProduct, sender: string): string {
  const formatPrice = (type: string, amount: number) =>
    `<Price>${formatElement('PriceType', type)}${formatElement('PriceAmount', amount.toFixed(2))}${formatElement('CurrencyCode', 'INR')}</Price>`;
  const sale = mrp !== null && price < mrp ? formatPrice('12', price) : '';
  return [
    '<ProductSupply><SupplyDetail>',
    `<Supplier>${formatElement('SupplierRole', '00')}${formatElement('SupplierName', sender)}</Supplier>`,
    formatElement('ProductAvailability', available ? '20' : '40'),
    formatPrice('02', mrp ?? price),
    sale,
    '</SupplyDetail></ProductSupply>',
  ].join('');
}

function formatElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 permits no other control characters.
const invalidCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(invalidCharacters, '')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '');
}

function getHostName(origin: string): string {
  return new URL(origin).host;
}

/** The basic format of ISO 8601 in UTC, for example `20261120T093000Z`. */
function formatTime(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
