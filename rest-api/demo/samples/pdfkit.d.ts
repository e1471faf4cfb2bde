import type { Font } from 'fontkit';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** pdfkit takes an opened font as well (0.19 and later), which its types do not say. */
      registerFont(name: string, font: Font): this;
    }
  }
}
