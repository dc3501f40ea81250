import type {
  ActivityType,
  ApiScope,
  FollowedKind,
  LinkType,
  NotificationKind,
  OnboardingTaskId,
  PrefixKind,
  Role,
  Scope,
  SubscriptionStatus,
} from '@cairn/contracts';
import type { AuditAction } from '@cairn/contracts/audit';
import type { Generated, GeneratedAlways, Kysely } from 'kysely';

/** Instants are ISO texts in UTC, so that both engines sort and compare them alike. */
type Instant = string;

interface UserTable {
  id: string;
  name: string;
  email: string;
  /** SQLite has no booleans. */
  superuser: boolean | number | null;
  twoFactorEnabled: boolean | number | null;
}

/** A provider of OpenID Connect whose accounts sign in. */
interface OidcProviderTable {
  id: string;
  name: string;
  issuer: string;
  client_id: string;
  /** Encrypted by the installation's secret. */
  client_secret: string;
  /** A JSON array. */
  domains: string;
  org_id: string | null;
  role: 'viewer' | 'user' | 'admin';
  enabled: number;
  updated_at: Instant;
}

/** Codes of authenticator apps that were given lately, since each counts once. */
interface GivenCodeTable {
  user_id: string;
  code: string;
  given_at: Instant;
}

interface OrgTable {
  id: string;
  name: string;
  signup_email: string | null;
  /** 1 where everything in it is invented. */
  simulated: Generated<number>;
  /** 1 is Monday, 7 is Sunday. */
  first_day: Generated<number>;
  /** The least role that may create boards. */
  board_creator: Generated<'user' | 'admin'>;
  person_measures: Generated<'everybody' | 'limited'>;
  two_factor: Generated<'optional' | 'required'>;
  /** The user who created it; null where that is no longer known. */
  created_by: string | null;
  created_at: Instant;
}

interface MemberTable {
  org_id: string;
  user_id: string;
  role: Role;
  created_at: Instant;
}

/** Users whom an admin removed from an org; older invitations do not admit them again. */
interface FormerMemberTable {
  org_id: string;
  user_id: string;
  removed_at: Instant;
}

interface InvitationTable {
  id: string;
  org_id: string;
  role: Role;
  /** The invited address in lower case; null where anybody with the code may join. */
  email: string | null;
  /** 1 while the invitation may be used. */
  enabled: Generated<number>;
  uses: Generated<number>;
  created_by: string | null;
  created_at: Instant;
  expires_at: Instant;
}

interface ApiTokenTable {
  id: string;
  user_id: string;
  org_id: string;
  name: string;
  hash: string;
  scope: ApiScope;
  created_at: Instant;
  expires_at: Instant;
  last_used_at: Instant | null;
}

interface PreferencesTable {
  user_id: string;
  theme: 'light' | 'dark' | 'system';
  display_name: string | null;
  timezone: string | null;
  first_day: number | null;
  date_format: string | null;
  time_format: string | null;
  number_format: string | null;
  period: string | null;
  /** Names the row of `pictures`; null without one. */
  picture: string | null;
}

interface PictureTable {
  user_id: string;
  /** A PNG in base64. */
  png: string;
}

interface DeepLinkTable {
  id: string;
  type: LinkType;
  org_id: string | null;
  user_id: string | null;
  scope: Scope;
  name: string;
  description: string;
  tags: string;
  state: string;
  /** What lists say of the state, as JSON text; null where an earlier version saved it. */
  brief: string | null;
  /** The number of characters it holds. */
  size: Generated<number>;
  target_role: Generated<string>;
  use_case: Generated<string>;
  /** Its org; empty for what belongs to all orgs. */
  readonly holder: GeneratedAlways<string>;
  version: number;
  created_at: Instant;
  updated_at: Instant;
}

/** A tag of a saved thing, as filters compare it. */
interface LinkTagTable {
  link_id: string;
  tag: string;
}

/** A kind that a saved thing asks for. */
interface LinkKindTable {
  link_id: string;
  kind: string;
}

/** What the query of a saved thing is drawn with first, and its duration, in lower case. */
interface LinkQuestionTable {
  link_id: string;
  /** The id of the view. */
  view: string;
  /** Words and flags of its config, each as ` key:value `. */
  settings: string;
  duration: string;
}

/** The words of a saved thing in lower case and without accents; the database keeps the full-text index of them. */
interface LinkTextTable {
  id: GeneratedAlways<number>;
  link_id: string;
  name: string;
  description: string;
  tags: string;
  /** The words of its state. */
  body: string;
}

interface LinkThumbnailTable {
  link_id: string;
  /** A data address. */
  image: string;
}

interface LinkChangeTable {
  link_id: string;
  /** The version that the change made. */
  version: number;
  user_id: string | null;
  at: Instant;
  /** The parts that it changed, separated by commas. */
  what: string;
}

interface BookmarkTable {
  user_id: string;
  link_id: string;
  created_at: Instant;
}

interface HitTable {
  user_id: string;
  link_id: string;
  hits: number;
  last_at: Instant;
}

interface ExploreStateTable {
  org_id: string;
  key: string;
  text: string;
  /** The user who stored it first; null where an earlier version did. */
  user_id: string | null;
  size: Generated<number>;
  created_at: Instant;
}

/** Names no other row, so that it outlives what it tells of. */
interface AuditTable {
  id: Generated<number>;
  org_id: string;
  at: Instant;
  action: AuditAction;
  actor_id: string | null;
  /** The e-mail of the actor at that time. */
  actor: string | null;
  target_id: string | null;
  target: string | null;
  /** JSON text of `AuditChange[]`. */
  changes: string;
}

interface OnboardingTaskTable {
  org_id: string;
  user_id: string;
  task: OnboardingTaskId;
  completed_at: Instant | null;
  dismissed_at: Instant | null;
}

interface RecentActivityTable {
  org_id: string;
  user_id: string;
  type: ActivityType;
  thing_id: string;
  name: string;
  url: string;
  at: Instant;
}

interface NotificationTable {
  id: string;
  org_id: string;
  user_id: string;
  kind: NotificationKind;
  /** What it is about; a later one about the same takes its place. */
  about: string;
  message: string;
  /** JSON text of the metadata of a `Notification`. */
  metadata: string;
  updated_at: Instant;
  /** Set once its owner has dismissed it. */
  dismissed_at: Instant | null;
}

/** The kinds that somebody does not want. */
interface MutedKindTable {
  org_id: string;
  user_id: string;
  kind: NotificationKind;
}

interface FollowedTable {
  org_id: string;
  user_id: string;
  kind: FollowedKind;
  thing_id: string;
  created_at: Instant;
}

interface SubscriptionTable {
  org_id: string;
  name: string;
  status: SubscriptionStatus;
  start_date: Instant;
  end_date: Instant | null;
  trial_end_date: Instant | null;
  period_start: Instant;
  period_end: Instant;
  cancel_at_period_end: number;
}

interface NarrativePrefixTable {
  id: string;
  global_key: PrefixKind;
  name: string;
  prefix: string;
  updated_at: Instant;
}

/** A saved thing that its deleter can restore. */
interface DeletedLinkTable extends Omit<DeepLinkTable, 'brief' | 'holder' | 'size'> {
  /** The org in which it was deleted; a thing of all orgs has none of its own. */
  deleted_in: string;
  deleted_by: string;
  deleted_at: Instant;
  size: number;
  thumbnail: string | null;
  /** JSON text of its bookmarks, openings and changes. */
  marks: string;
}

/** When a person was last in an org, and when before the visit that goes on. */
interface VisitTable {
  org_id: string;
  user_id: string;
  seen_at: Instant;
  previous_at: Instant | null;
}

/** The workspace tabs of a person in an org. */
interface OpenTabTable {
  org_id: string;
  user_id: string;
  revision: number;
  /** JSON text of `OpenTab`s. */
  tabs: string;
}

/** The e-mail that somebody wants to sign in with, until they confirm it. */
interface EmailChangeTable {
  user_id: string;
  email: string;
  /** SHA-256 of the token of the link that confirms it. */
  hash: string;
  expires_at: Instant;
}

/** Who owns this installation: one row, whose place is 1. */
interface InstallationOwnerTable {
  place: number;
  user_id: string;
  since: Instant;
}

interface TakenMessageTable {
  id: string;
  taken_at: Instant;
}

export interface Tables {
  user: UserTable;
  orgs: OrgTable;
  given_codes: GivenCodeTable;
  oidc_providers: OidcProviderTable;
  members: MemberTable;
  former_members: FormerMemberTable;
  invitations: InvitationTable;
  api_tokens: ApiTokenTable;
  subscriptions: SubscriptionTable;
  audit_log: AuditTable;
  onboarding_tasks: OnboardingTaskTable;
  recent_activity: RecentActivityTable;
  notifications: NotificationTable;
  muted_kinds: MutedKindTable;
  followed: FollowedTable;
  open_tabs: OpenTabTable;
  visits: VisitTable;
  preferences: PreferencesTable;
  pictures: PictureTable;
  deep_links: DeepLinkTable;
  narrative_prefixes: NarrativePrefixTable;
  link_changes: LinkChangeTable;
  link_tags: LinkTagTable;
  link_kinds: LinkKindTable;
  link_questions: LinkQuestionTable;
  link_texts: LinkTextTable;
  link_thumbnails: LinkThumbnailTable;
  bookmarks: BookmarkTable;
  deleted_links: DeletedLinkTable;
  hits: HitTable;
  explore_states: ExploreStateTable;
  taken_messages: TakenMessageTable;
  email_changes: EmailChangeTable;
  installation_owner: InstallationOwnerTable;
}

export type Database = Kysely<Tables>;
