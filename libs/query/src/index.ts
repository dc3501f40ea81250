export * from './schema.ts';
export * from './edits.ts';
export * from './legacy.ts';
export * from './codec.ts';
export * from './completeness.ts';
export * from './words.ts';
