export * from './access.ts';
export * from './call.ts';
export * from './config.ts';
export * from './log.ts';
export * from './open-api.ts';
export * from './serve.ts';
export * from './start-service.ts';
export * from './tokens.ts';
