import type { Font } from 'fontkit';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** pdfkit 0.19 and later also accept a parsed font, which its types lack. */
      registerFont(name: string, font: Font): this;
    }
  }
}
