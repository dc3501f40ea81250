import { CATALOGUE } from '@cairn/entities';
import { columnsOf, quoted } from '../store/ddl.ts';

/** How entities of a kind are found; SQL over the columns of its table. */
interface SearchedKind {
  readonly kind: string;
  /** The text that names one entity alone. */
  readonly key?: string;
  /** Further texts that may contain a word. */
  readonly texts?: readonly string[];
  readonly hint?: string;
  /** The type that may give it a badge kind. */
  readonly type?: string;
  readonly status?: string;
  readonly category?: string;
  /** When it last changed, or happened. */
  readonly at?: string;
  /** Who made it, or has to do with it now. */
  readonly person?: string;
  readonly repository?: string;
  readonly project?: string;
}

/** The kind whose key may be shortened. */
export const SHORTENED = 'Commit';

const STATUS = { status: 'status', category: '"statusCategory"' };
const REPOSITORY = { repository: '"repositoryUuid"' };
const PROJECT = { project: '"projectUuid"' };

/** What can be found, in the order in which equally good finds stand. */
export const SEARCHED: readonly SearchedKind[] = [
  {
    kind: 'Person',
    key: 'email',
    texts: [`array_to_string(emails, ' ')`],
    hint: 'email',
    person: 'uuid',
  },
  { kind: 'Team' },
  {
    kind: 'Repository',
    key: '"fullName"',
    texts: ['"fullName"', 'category'],
    hint: '"fullName"',
    repository: 'uuid',
    ...PROJECT,
  },
  { kind: 'Project', texts: ['category'], project: 'uuid' },
  {
    kind: 'Issue',
    key: '"issueKey"',
    texts: ['"issueKey"'],
    hint: '"issueKey"',
    type: '"issueType"',
    person: 'coalesce("currentAssigneeUuid", "createdByUuid")',
    ...STATUS,
    ...REPOSITORY,
    ...PROJECT,
  },
  {
    kind: 'PullRequest',
    key: 'number::VARCHAR',
    hint: `'#' || number`,
    person: '"createdByUuid"',
    ...STATUS,
    ...REPOSITORY,
  },
  {
    kind: 'Release',
    key: '"tagName"',
    texts: ['"tagName"'],
    at: '"publishedAt"',
    person: '"authorUuid"',
    ...STATUS,
    ...REPOSITORY,
  },
  {
    kind: 'Vulnerability',
    key: 'key',
    texts: ['key', 'package', `array_to_string(cves, ' ')`],
    hint: 'key',
    at: 'coalesce("fixedAt", "introducedAt")',
    ...STATUS,
    ...REPOSITORY,
  },
  { kind: 'Branch', ...STATUS, ...REPOSITORY },
  { kind: 'Sprint', at: '"startDate"', ...STATUS, ...PROJECT },
  { kind: 'SourceFile', key: 'path', texts: ['path'], hint: 'path', ...REPOSITORY },
  { kind: 'Channel' },
  { kind: 'CalendarEntry', at: '"startTime"', person: '"organiserUuid"' },
  {
    kind: 'CicdPipeline',
    at: 'coalesce("startedAt", "createdAt")',
    person: '"triggeredByUuid"',
    status: 'coalesce(result, state)',
    category: '"stateCategory"',
    ...REPOSITORY,
  },
  {
    kind: SHORTENED,
    key: 'sha',
    hint: 'left(sha, 10)',
    at: '"committedAt"',
    person: '"authorUuid"',
    ...REPOSITORY,
  },
];

const TEXT = 'NULL::VARCHAR';
const UUID = 'NULL::UUID';

function namesOf(searched: SearchedKind, place: number): string {
  const { kind, key = TEXT, texts = [], hint = TEXT, type = TEXT, status = TEXT, category = TEXT } = searched;
  const {
    at = 'coalesce("updatedAt", "createdAt")',
    person = UUID,
    repository = UUID,
    project = UUID,
  } = searched;
  return `SELECT uuid, '${kind}' AS kind, ${String(place)} AS place, name, ${hint} AS hint, ${type} AS type,
     ${status} AS status, ${category} AS category, ${at} AS changed, ${person} AS person, ${repository} AS repository,
     ${project} AS project, lower(coalesce(name, '')) AS plain,
     lower(concat_ws(chr(10), ${['name', ...texts].join(', ')})) AS text, lower(${key}) AS key
   FROM ${quoted(kind)} WHERE NOT deleted`;
}

/** Every entity that can be found, with its name, its key and its texts in small letters, and what filters ask. */
export const ENTITY_NAMES = SEARCHED.map(namesOf).join(' UNION ALL ');

/** The kinds that no search finds, whose entities have pages all the same: a comment, a message, a worklog. */
const UNSEARCHED = CATALOGUE.kinds.filter(({ name }) => !SEARCHED.some(({ kind }) => kind === name));

/** The names of entities that no search finds, as far as they have any. */
export const FURTHER_NAMES = UNSEARCHED.map((kind) => {
  const columns = columnsOf(kind);
  const name = columns.has('name') ? 'name' : TEXT;
  const there = columns.has('deleted') ? 'WHERE NOT coalesce(deleted, false)' : '';
  return `SELECT uuid, '${kind.name}' AS kind, ${name} AS name, ${TEXT} AS hint FROM ${quoted(kind.name)} ${there}`;
}).join(' UNION ALL ');
