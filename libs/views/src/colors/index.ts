export { colorChoices, colorStyle, swatchesOf, type ColorChoice } from './color-style.ts';
