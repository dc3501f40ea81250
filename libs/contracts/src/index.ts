export * from './errors.ts';
export * from './identity.ts';
export * from './route.ts';
export * from './graph.ts';
export * from './workspace.ts';
export * from './chat.ts';
export * from './client.ts';
