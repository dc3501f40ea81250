export * from './attribute.ts';
export * from './catalogue.ts';
export * from './kinds.ts';
export * from './own-attributes.ts';
