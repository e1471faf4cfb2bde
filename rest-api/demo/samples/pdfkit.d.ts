import type { Font } from 'fontkit';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Since version 0.20, pdfkit also accepts a parsed font. Its types lack this overload. */
      registerFont(name: string, font: Font): this;
    }
  }
}
