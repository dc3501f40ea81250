export * from './front-ends.ts';
export * from './shared.ts';
export * from './registry.ts';
