import type { ShopDetails } from '../shop-details.ts';
import type { MailLanguage } from './language.ts';
import type { Email } from './transport.ts';

/** A part of an e-mail: a paragraph, a table of labels and values, or a link. */
export type Block =
  | string
  | { readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly linkText: string; readonly url: string };

export interface EmailContent {
  readonly to: string;
  readonly language: MailLanguage;
  readonly subject: string;
  readonly blocks: readonly Block[];
}

/** Builds an e-mail as text and as HTML from the same content, with the shop's contact details at the end. */
export function composeEmail(shop: ShopDetails, { to, language, subject, blocks }: EmailContent): Email {
  const signature = `${shop.name} · ${shop.telephone} · ${shop.email}`;
  return {
    to,
    subject,
    text: `${[...blocks.map(renderText), `-- \n${signature}`].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `<title>${escapeHtml(subject)}</title></head>`,
      `<body style="margin:0;padding:24px;font:16px/1.5 ${fonts}"><div style="max-width:560px;margin:0 auto">`,
      `<h1 style="font:600 20px/1.3 ${titleFonts};margin:0 0 16px">${escapeHtml(shop.name)}</h1>`,
      ...blocks.map(renderHtml),
      `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #999;font-size:14px">${escapeHtml(signature)}</p>`,
      '</div></body></html>',
    ].join('\n'),
  };
}

const fonts = "system-ui,'Noto Sans','Noto Sans Devanagari',sans-serif";
const titleFonts = "Georgia,'Noto Serif','Noto Serif Devanagari',serif";

function renderText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('rows' in block) return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  return `${block.linkText}: ${block.url}`;
}

function renderHtml(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${renderLines(block)}</p>`;
  if ('rows' in block) {
    const rows = block.rows.map(
      ([label, value]) =>
        `<tr><th scope="row" style="${cellStyle};text-align:left;font-weight:400">${renderLines(label)}</th><td style="${cellStyle};text-align:right">${renderLines(value)}</td></tr>`,
    );
    return `<table style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.join('\n')}</table>`;
  }
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.url)}">${escapeHtml(block.linkText)}</a></p>`;
}

const cellStyle = 'padding:6px 0;border-bottom:1px solid #ddd;vertical-align:top';

function renderLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
