export * from './attribute.ts';
export * from './catalogue.ts';
export * from './event-sentence.ts';
export * from './kinds.ts';
export * from './own-attributes.ts';
