export { FollowBell } from './follow-bell.tsx';
export type { SavedType } from './saved-type.ts';
export * from './saved-types.ts';
export { savedKeys } from './saved-keys.ts';
export * from './use-saved-things.ts';
export * from './use-saved-cache.ts';
