import { findByCode, getChildren, getGrandchildren, getText, type OnixElement } from './onix-elements.ts';

/** Codes of the ONIX code lists. */
const codes = { distinctiveTitle: '01', titleOfProduct: '01' } as const;

/** The distinctive title with its subtitle. */
export function readTitle(product: OnixElement): string | undefined {
  const titles = getGrandchildren(product, 'DescriptiveDetail', 'TitleDetail');
  const title = findByCode(titles, 'TitleType', codes.distinctiveTitle);
  const element = title && findTitleElement(title);
  return element && readTitleText(element);
}

/**
 * The title in the other of the two scripts that the shop supports (Latin and Devanagari): the first title with an
 * element whose attribute `textscript` names that script. A title in that script without the attribute may be a
 * translation.
 */
export function readTransliteratedTitle(product: OnixElement): string | undefined {
  const title = readTitle(product);
  if (title === undefined) return undefined;
  const otherScript = /\p{Script=Devanagari}/u.test(title) ? 'Latn' : 'Deva';
  const element = getGrandchildren(product, 'DescriptiveDetail', 'TitleDetail')
    .map(findTitleElement)
    .find((candidate) => candidate?.children.some(({ attributes }) => attributes.textscript === otherScript));
  return element && readTitleText(element);
}

function findTitleElement(title: OnixElement): OnixElement | undefined {
  return findByCode(getChildren(title, 'TitleElement'), 'TitleElementLevel', codes.titleOfProduct);
}

function readTitleText(element: OnixElement): string | undefined {
  const withoutPrefix = getText(element, 'TitleWithoutPrefix');
  const text =
    getText(element, 'TitleText') ??
    (withoutPrefix && [getText(element, 'TitlePrefix'), withoutPrefix].filter((word) => word).join(' '));
  const subtitle = getText(element, 'Subtitle');
  return text !== undefined && subtitle !== undefined ? `${text}: ${subtitle}` : text;
}
