export { savedTypeOf, type SavedType } from './saved-type.ts';
export * from './saved-types.ts';
export { savedKeys } from './saved-keys.ts';
export * from './use-saved-things.ts';
export * from './use-saved-cache.ts';
export * from './use-found-things.ts';
export * from './use-thumbnails.ts';
export { VisibilityField, type VisibilityFieldProps } from './visibility-field.tsx';
