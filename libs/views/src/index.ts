export * from './drawn-view.tsx';
export { droppedFrom } from './dropped.ts';
export * from './format.ts';
export { isOverlay } from './overlays/overlays.ts';
export { assignColors } from './palette.ts';
export * from './request.ts';
export { ENTITY_CELLS, entityCell } from './table/entity-cells.ts';
export * from './view.ts';
export * from './views.ts';
