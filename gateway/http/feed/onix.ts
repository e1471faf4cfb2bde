import { normalizeIsbn } from '../../catalogue/search/isbn.ts';
import type { FeedFormat, FeedProduct } from './feed-format.ts';

/** Bibliographic ISO 639-2 codes of the languages that the storefront knows. ONIX uses them as code list 74. */
const languageCodes = `ara asm ben chi dan dut eng fil fre ger guj hin ind ita jpn kan kok mai mal mar nep
  nor ori pan per pol por rum rus san snd spa swe tam tel tur urd vie`.split(/\s+/);

/** The codes by language name. The keys are lower-case names, in the language itself and in English. */
const codeByName: ReadonlyMap<string, string> = new Map([
  ...languageCodes.flatMap((code) =>
    [code, 'en'].map((locale): [string, string] => [
      (new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code).toLowerCase(),
      code,
    ]),
  ),
  ['bahasa indonesia', 'ind'],
  ['bengali', 'ben'],
  ['संस्कृत', 'san'],
  ['हिंदी', 'hin'],
]);

/** Codes of product forms (code list 150) by the names of bindings. */
const formCodes: ReadonlyMap<string, string> = new Map([
  ['hardback', 'BB'],
  ['hardcover', 'BB'],
  ['paperback', 'BC'],
  ['softcover', 'BC'],
  ['loose-leaf', 'BD'],
  ['spiral bound', 'BE'],
  ['pamphlet', 'BF'],
  ['leather bound', 'BG'],
  ['board book', 'BH'],
]);

/** ONIX for Books 3.0 with reference names. */
export const onixFormat: FeedFormat = {
  contentType: 'application/xml; charset=utf-8',
  begin: ({ origin, confirmedAt }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">',
      `<Header><Sender>${formatElement('SenderName', getHost(origin))}</Sender>${formatElement('SentDateTime', formatTime(confirmedAt))}</Header>`,
      '',
    ].join('\n'),
  convert: (products, { origin }) =>
    products.map((product) => `${formatProduct(product, getHost(origin))}\n`).join(''),
  end: '</ONIXMessage>\n',
};

function formatProduct(product: FeedProduct, sender: string): string {
  return [
    '<Product>',
    formatElement('RecordReference', `${sender}-${product.sku}`),
    // 03 announces a whole record that replaces any earlier one.
    formatElement('NotificationType', '03'),
    formatIdentifiers(product),
    formatDescriptiveDetail(product),
    formatCollateral(product),
    formatPublishing(product),
    formatWork(product),
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

function formatDescriptiveDetail(product: FeedProduct): string {
  const { name, transliteratedName, language, category } = product;
  const code = codeByName.get(language?.toLowerCase() ?? '');
  const subject =
    category === null
      ? ''
      : `<Subject><MainSubject/>${formatElement('SubjectSchemeIdentifier', '24')}${formatElement('SubjectSchemeName', 'Category')}${formatElement('SubjectHeadingText', category)}</Subject>`;
  return [
    '<DescriptiveDetail>',
    formatElement('ProductComposition', '00'),
    formatForm(product),
    formatTitle('01', formatElement('TitleText', name)),
    transliteratedName === null ? '' : formatTitle('06', formatTitleInScript(transliteratedName)),
    formatContributors(product),
    formatOptional('EditionStatement', product.edition),
    code === undefined
      ? ''
      : `<Language>${formatElement('LanguageRole', '01')}${formatElement('LanguageCode', code)}</Language>`,
    formatPageCount(product),
    subject,
    formatAudience(product),
    '</DescriptiveDetail>',
  ].join('');
}

/** The code of the binding if it has one, or else its name. */
function formatForm({ binding }: FeedProduct): string {
  const code = formCodes.get(binding?.toLowerCase() ?? '');
  if (code !== undefined) return formatElement('ProductForm', code);
  return formatElement('ProductForm', '00') + formatOptional('ProductFormDescription', binding);
}

/** The type is 01 for the title itself, and 06 for the title in another script. */
function formatTitle(type: string, titleText: string): string {
  return `<TitleDetail>${formatElement('TitleType', type)}<TitleElement>${formatElement('TitleElementLevel', '01')}${titleText}</TitleElement></TitleDetail>`;
}

/** The attribute `textscript` distinguishes a title in another script from a translated title. */
function formatTitleInScript(title: string): string {
  const script = /\p{Script=Devanagari}/u.test(title) ? 'Deva' : 'Latn';
  return `<TitleText textscript="${script}">${escapeXml(title)}</TitleText>`;
}

/** The author, with the name in another script as an alternative of type 05, and the translator. */
function formatContributors({ author, transliteratedAuthor, translator }: FeedProduct): string {
  const alternative =
    transliteratedAuthor === null
      ? ''
      : `<AlternativeName>${formatElement('NameType', '05')}${formatElement('PersonName', transliteratedAuthor)}</AlternativeName>`;
  const contributors = [
    ...(author === null ? [] : [{ role: 'A01', name: author, alternative }]),
    ...(translator === null ? [] : [{ role: 'B06', name: translator, alternative: '' }]),
  ];
  if (contributors.length === 0) return '<NoContributor/>';
  return contributors
    .map(
      ({ role, name, alternative }, index) =>
        `<Contributor>${formatElement('SequenceNumber', String(index + 1))}${formatElement('ContributorRole', role)}${formatElement('PersonName', name)}${alternative}</Contributor>`,
    )
    .join('');
}

/** The number of pages (unit 03) of the main content (type 00). */
function formatPageCount({ pageCount }: FeedProduct): string {
  if (pageCount === null) return '';
  return `<Extent>${formatElement('ExtentType', '00')}${formatElement('ExtentValue', String(pageCount))}${formatElement('ExtentUnit', '03')}</Extent>`;
}

/** Texts for a range of ages, with ONIX's codes for the precision of their numbers: exactly (01), from (03), to (04). */
const ageRanges = [
  { pattern: /^(\d{1,2})(?: years)?$/i, precisions: ['01'] },
  { pattern: /^(?:from )?(\d{1,2})(?:\+| and up)?(?: years)?$/i, precisions: ['03'] },
  { pattern: /^up to (\d{1,2})(?: years)?$/i, precisions: ['04'] },
  { pattern: /^(?:from )?(\d{1,2})(?: to |[-–])(\d{1,2})(?: years)?$/i, precisions: ['03', '04'] },
];

/** The age of the intended readers: a range in years (qualifier 17), or the text itself if it has another form. */
function formatAudience({ ageGroup }: FeedProduct): string {
  for (const { pattern, precisions } of ageRanges) {
    const match = pattern.exec(ageGroup ?? '');
    if (match === null) continue;
    const limits = precisions.map(
      (precision, index) =>
        formatElement('AudienceRangePrecision', precision) +
        formatElement('AudienceRangeValue', match[index + 1] ?? ''),
    );
    return `<AudienceRange>${formatElement('AudienceRangeQualifier', '17')}${limits.join('')}</AudienceRange>`;
  }
  return formatOptional('AudienceDescription', ageGroup);
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

function formatPublishing({ publisher, publicationYear, firstPublicationYear }: FeedProduct): string {
  const details = [
    publisher === null
      ? ''
      : `<Publisher>${formatElement('PublishingRole', '01')}${formatElement('PublisherName', publisher)}</Publisher>`,
    formatYear('01', publicationYear),
    formatYear('11', firstPublicationYear),
  ].join('');
  return details === '' ? '' : `<PublishingDetail>${details}</PublishingDetail>`;
}

/** A year (date format 05) of the publication (role 01) or the first publication (11). */
function formatYear(role: string, year: number | null): string {
  if (year === null) return '';
  const date = String(year).padStart(4, '0');
  return `<PublishingDate>${formatElement('PublishingDateRole', role)}<Date dateformat="05">${date}</Date></PublishingDate>`;
}

/** The work of which the book is an edition (relation 01), with a proprietary identifier. */
function formatWork({ workId }: FeedProduct): string {
  if (workId === null) return '';
  return `<RelatedMaterial><RelatedWork>${formatElement('WorkRelationCode', '01')}<WorkIdentifier>${formatElement('WorkIDType', '01')}${formatElement('IDTypeName', 'workId')}${formatElement('IDValue', workId)}</WorkIdentifier></RelatedWork></RelatedMaterial>`;
}

/**
 * The MRP, or the shop's price if there is none, as the recommended retail price (type 02). If the shop's price is
 * below the MRP, it is added as a special sale price (12).
 */
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

function formatOptional(name: string, text: string | null): string {
  return text === null ? '' : formatElement(name, text);
}

function formatElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these control characters.
const invalidCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(invalidCharacters, '')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '');
}

function getHost(origin: string): string {
  return new URL(origin).host;
}

/** The basic format of ISO 8601 in UTC, for example `20261120T093000Z`. */
function formatTime(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
