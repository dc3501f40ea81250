export * from './result-set.ts';
