export * from './host.ts';
export * from './parts.ts';
