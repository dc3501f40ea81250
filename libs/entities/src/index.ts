export * from './attribute.ts';
export * from './catalogue.ts';
export * from './event-sentence.ts';
export * from './kinds.ts';
export * from './own-attributes.ts';
export * from './shared-commits.ts';
export { rankStatuses } from './status-ranks.ts';
export type { RankedStatus } from './status-ranks.ts';
export * from './badge-kinds.ts';
