export * from './front-ends.ts';
export * from './shared-modules.ts';
export * from './registry.ts';
