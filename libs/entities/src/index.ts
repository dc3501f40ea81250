export * from './attribute.ts';
export * from './catalogue.ts';
export * from './kinds.ts';
