export { marked, PDF_MARK } from './mark.ts';
export { savePdf, PAGE_OF_TEXT, type PdfPage } from './pdf.ts';
export { savePng } from './png.ts';
export { saveSvg } from './svg-file.ts';
