export * from './saved-type.ts';
export * from './saved-types.ts';
export { savedBoard } from './saved-board.ts';
export { savedQuery } from './saved-query.ts';
export { savedKeys } from './saved-keys.ts';
export * from './use-saved-things.ts';
export * from './use-saved-cache.ts';
