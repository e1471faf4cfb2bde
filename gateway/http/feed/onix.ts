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
      `<Header><Sender>${element('SenderName', getHostName(origin))}</Sender>${element('SentDateTime', formatTime(confirmedAt))}</Header>`,
      '',
    ].join('\n'),
  write: (products, { origin }) =>
    products.map((product) => `${formatProduct(product, getHostName(origin))}\n`).join(''),
  end: '</ONIXMessage>\n',
};

function formatProduct(product: FeedProduct, sender: string): string {
  return [
    '<Product>',
    element('RecordReference', `${sender}-${product.sku}`),
    // The whole record, which replaces an earlier one.
    element('NotificationType', '03'),
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
  const proprietary = `<ProductIdentifier>${element('ProductIDType', '01')}${element('IDTypeName', 'SKU')}${element('IDValue', sku)}</ProductIdentifier>`;
  if (digits?.length !== 13) return proprietary;
  return `${proprietary}<ProductIdentifier>${element('ProductIDType', '15')}${element('IDValue', digits)}</ProductIdentifier>`;
}

function formatDescription({ name, author, language, category }: FeedProduct): string {
  const title = element('TitleElementLevel', '01') + element('TitleText', name);
  const contributor =
    author === null
      ? '<NoContributor/>'
      : `<Contributor>${element('SequenceNumber', '1')}${element('ContributorRole', 'A01')}${element('PersonName', author)}</Contributor>`;
  const code = language === null ? undetermined : (codeByName.get(language) ?? undetermined);
  const subject =
    category === null
      ? ''
      : `<Subject><MainSubject/>${element('SubjectSchemeIdentifier', '24')}${element('SubjectSchemeName', 'Category')}${element('SubjectHeadingText', category)}</Subject>`;
  return [
    '<DescriptiveDetail>',
    element('ProductComposition', '00') + element('ProductForm', '00'),
    `<TitleDetail>${element('TitleType', '01')}<TitleElement>${title}</TitleElement></TitleDetail>`,
    contributor,
    `<Language>${element('LanguageRole', '01')}${element('LanguageCode', code)}</Language>`,
    subject,
    '</DescriptiveDetail>',
  ].join('');
}

function formatCollateral({ description, thumbnail }: FeedProduct): string {
  const text =
    description === null
      ? ''
      : `<TextContent>${element('TextType', '03')}${element('ContentAudience', '00')}${element('Text', description)}</TextContent>`;
  const cover =
    thumbnail === null
      ? ''
      : `<SupportingResource>${element('ResourceContentType', '01')}${element('ContentAudience', '00')}${element('ResourceMode', '03')}<ResourceVersion>${element('ResourceForm', '02')}${element('ResourceLink', thumbnail)}</ResourceVersion></SupportingResource>`;
  return text + cover === '' ? '' : `<CollateralDetail>${text}${cover}</CollateralDetail>`;
}

function formatPublisher({ publisher }: FeedProduct): string {
  if (publisher === null) return '';
  return `<PublishingDetail><Publisher>${element('PublishingRole', '01')}${element('PublisherName', publisher)}</Publisher></PublishingDetail>`;
}

/** The recommended retail price (type 02) and, if it is lower, the shop's price (12, a special sale). */
function formatSupply({ price, mrp, available }: FeedProduct, sender: string): string {
  const formatPrice = (type: string, amount: number) =>
    `<Price>${element('PriceType', type)}${element('PriceAmount', amount.toFixed(2))}${element('CurrencyCode', 'INR')}</Price>`;
  const sale = mrp !== null && price < mrp ? formatPrice('12', price) : '';
  return [
    '<ProductSupply><SupplyDetail>',
    `<Supplier>${element('SupplierRole', '00')}${element('SupplierName', sender)}</Supplier>`,
    element('ProductAvailability', available ? '20' : '40'),
    formatPrice('02', mrp ?? price),
    sale,
    '</SupplyDetail></ProductSupply>',
  ].join('');
}

function element(name: string, text: string): string {
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
