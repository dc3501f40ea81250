export * from './actor.ts';
export * from './host.ts';
export * from './parts.ts';
export * from './pages.ts';
export * from './page-routes.tsx';
export * from './graph-data.ts';
export * from './reader.ts';
export * from './shared-colors.ts';
