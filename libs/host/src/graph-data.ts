/** The `meta` of every query that reads the org's graph. The shell invalidates these queries when data changes. */
export const GRAPH_DATA = { readsGraph: true } as const;

/** True when a query reads the org's graph. */
export function readsGraph({ meta }: { readonly meta?: Record<string, unknown> | undefined }): boolean {
  return meta?.['readsGraph'] === true;
}
