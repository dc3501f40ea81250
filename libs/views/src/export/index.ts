export { sayAbout } from './head.ts';
export { savePdf, PAGE_OF_TEXT } from './pdf.ts';
export { savePng } from './png.ts';
export { saveSvg } from './svg-file.ts';
