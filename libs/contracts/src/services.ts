import { accountContract } from './account.ts';
import { apiTokenContract } from './api-tokens.ts';
import { auditContract } from './audit.ts';
import { calendarContract } from './calendars.ts';
import { colleagueContract } from './colleagues.ts';
import { resourceCategoryContract } from './resource-categories.ts';
import { deliveryRuleContract } from './delivery-rules.ts';
import { statusContract } from './statuses.ts';
import { chatContract } from './chat.ts';
import { chatReplyContract } from './chat-replies.ts';
import { entityNameContract } from './entity-names.ts';
import { entityFileContract } from './entity-file.ts';
import { entitySearchContract } from './entity-search.ts';
import { entityStoryContract } from './entity-story.ts';
import { entityContract } from './entity.ts';
import { feedContract, followedChangesContract } from './feed.ts';
import { identityContract } from './identities.ts';
import { graphBackupContract, graphSecretsContract, internalContract } from './internal.ts';
import { connectionContract, oidcContract } from './oidc.ts';
import { outboxContract } from './outbox.ts';
import { queryContract } from './queries.ts';
import { followingContract } from './following.ts';
import { invitationContract } from './invitations.ts';
import { linkSearchContract } from './link-search.ts';
import { LINK_TYPE_NAMES } from './saved-types/saved-types.ts';
import { memberContract } from './members.ts';
import { narrativePrefixContract } from './narrative-prefixes.ts';
import { notificationContract } from './notifications.ts';
import { openTabsContract } from './open-tabs.ts';
import { pictureContract } from './preferences.ts';
import { pushContract } from './push.ts';
import type { Contract } from './route.ts';
import { sourceInstallContract } from './source-installs.ts';
import { sourcePayloadContract } from './source-payloads.ts';
import { sourceOfferContract } from './source-offers.ts';
import { sourcePreviewContract } from './source-preview.ts';
import { sourceRunContract } from './source-runs.ts';
import { sourceContract } from './sources.ts';
import { spaceContract } from './spaces.ts';
import { teamContract } from './teams.ts';
import { twoFactorContract } from './two-factor.ts';
import { userStateContract } from './user-state.ts';
import { webhookContract } from './webhooks.ts';
import { workspaceContract } from './workspace.ts';

/** A service, and the contracts whose routes it answers. */
export interface ApiService {
  readonly title: string;
  readonly contracts: readonly Contract[];
}

/** Every service with its contracts. The gateway derives its routes and the OpenAPI index from this table. */
export const SERVICES = {
  workspace: {
    title: 'Accounts, orgs and saved things',
    contracts: [
      accountContract,
      apiTokenContract,
      twoFactorContract,
      oidcContract,
      connectionContract,
      workspaceContract,
      linkSearchContract(LINK_TYPE_NAMES),
      memberContract,
      colleagueContract,
      invitationContract,
      auditContract,
      narrativePrefixContract,
      userStateContract,
      openTabsContract,
      notificationContract,
      followingContract,
      followedChangesContract,
      spaceContract,
      pictureContract,
      internalContract,
      outboxContract,
    ],
  },
  graph: {
    title: 'Sources, the graph and queries',
    contracts: [
      queryContract,
      entityContract,
      entityStoryContract,
      feedContract,
      teamContract,
      sourceContract,
      sourceRunContract,
      sourcePreviewContract,
      sourceOfferContract,
      sourcePayloadContract,
      webhookContract,
      pushContract,
      sourceInstallContract,
      calendarContract,
      statusContract,
      deliveryRuleContract,
      resourceCategoryContract,
      identityContract,
      graphBackupContract,
      graphSecretsContract,
      entitySearchContract,
      entityNameContract,
      entityFileContract,
    ],
  },
  chat: { title: 'Queries from questions in words', contracts: [chatContract, chatReplyContract] },
} as const satisfies Readonly<Record<string, ApiService>>;

export type ServiceName = keyof typeof SERVICES;
export type Services = Readonly<Record<ServiceName, ApiService>>;
