export * from './attribute.ts';
export * from './catalogue.ts';
