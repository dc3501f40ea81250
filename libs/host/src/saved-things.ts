/** The key of an org's saved things in the query cache, where shell and pages have them once: what one changes all show. */
export const savedThingsKey = (orgId: string) => ['links', orgId] as const;
