const key = (orgId: string) => `cairn.sidebar.${orgId}`;

/** Whether the user collapsed the sidebar of an org in this browser. */
export const isKeptCollapsed = (orgId: string): boolean => localStorage.getItem(key(orgId)) === 'collapsed';

/** Keeps the choice for the next page of the org in this browser. */
export function keepCollapsed(orgId: string, collapsed: boolean): void {
  localStorage.setItem(key(orgId), collapsed ? 'collapsed' : 'expanded');
}
