export * from './errors.ts';
export * from './identity.ts';
export * from './route.ts';
export * from './configuration.ts';
export * from './explanation.ts';
export * from './highlights.ts';
export * from './calendars.ts';
export * from './identities.ts';
export * from './statuses.ts';
export * from './resource-categories.ts';
export * from './rows.ts';
export * from './facet-options.ts';
export * from './empty-reasons.ts';
export * from './queries.ts';
export * from './entity.ts';
export * from './entity-file.ts';
export * from './entity-search.ts';
export * from './sources.ts';
export * from './view.ts';
export * from './explore-state.ts';
export * from './board-state.ts';
export {
  LinkBrief,
  type AddressedLink,
  type SavedTypeDefinition,
  type SavedTypeRules,
} from './saved-types/saved-type.ts';
export * from './saved-types/saved-types.ts';
export { competency, type CompetencyState } from './saved-types/competency.ts';
export type { ReportLaunch, ReportState } from './saved-types/report.ts';
export * from './deep-links.ts';
export * from './subscription.ts';
export * from './preferences.ts';
export * from './workspace.ts';
export * from './chat.ts';
export * from './client.ts';
export * from './access.ts';
export * from './org-access.ts';
export * from './members.ts';
export * from './invitations.ts';
export * from './account.ts';
export * from './api-tokens.ts';
export * from './narrative-prefixes.ts';
export * from './user-state.ts';
export * from './notifications.ts';
export * from './following.ts';
export * from './plain-password.ts';
export * from './uuid-text.ts';
export { isVisible, shownName } from './shown-text.ts';
