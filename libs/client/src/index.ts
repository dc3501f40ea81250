export * from './away.ts';
export * from './clients.ts';
export * from './entity-queries.ts';
export * from './identity-queries.ts';
export * from './keys.ts';
export * from './queries.ts';
export * from './rows.ts';
export * from './rows-queries.ts';
