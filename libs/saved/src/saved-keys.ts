/** The keys of an org's saved things in the query cache. Shell and pages share them, so a change shows everywhere. */
export const savedKeys = {
  all: (orgId: string) => ['links', orgId] as const,
  lists: (orgId: string) => ['links', orgId, 'list'] as const,
  one: (orgId: string, id: string) => ['links', orgId, 'one', id] as const,
  deleted: (orgId: string) => ['links', orgId, 'deleted'] as const,
  thumbnails: (orgId: string) => ['links', orgId, 'thumbnails'] as const,
};
