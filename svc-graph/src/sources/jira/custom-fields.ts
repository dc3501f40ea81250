import { type OwnAttribute, ownName } from '@cairn/entities';
import { z } from 'zod';
import type { Cell } from '../../store/load.ts';
import type { SiteField } from './shapes.ts';
import { JiraMoment } from './shapes.ts';

type OwnType = OwnAttribute['type'];

/** A field of the site that becomes an attribute of the org. */
interface CustomField {
  readonly id: string;
  readonly attribute: OwnAttribute;
}

/** What a site's own fields are for. */
export interface SiteFields {
  readonly storyPoints: readonly string[];
  readonly sprints: readonly string[];
  readonly epicLinks: readonly string[];
  /** Fields that name a team; each is an attribute of the org as well. */
  readonly teams: readonly string[];
  readonly custom: readonly CustomField[];
}

const SPRINT = 'com.pyxis.greenhopper.jira:gh-sprint';
const EPIC_LINK = 'com.pyxis.greenhopper.jira:gh-epic-link';
export const TEAM_FIELD = 'com.atlassian.teams:rm-teams-custom-field-team';
const STORY_POINTS = /^story point(?:s| estimate)$/i;
/** Fields that only order boards or repeat what Jira says elsewhere. */
const HOUSEKEEPING =
  /:(?:gh-lexo-rank|gh-global-rank|gh-epic-(?:color|status|label)|devsummarycf|vulnerabilitycf)$/;

const TYPES: Readonly<Record<string, OwnType>> = {
  number: 'number',
  date: 'date',
  datetime: 'datetime',
  array: 'string[]',
  string: 'string',
  option: 'string',
  'option-with-child': 'string',
  user: 'string',
  group: 'string',
  team: 'string',
  version: 'string',
  project: 'string',
};
/** Two sites may call fields of different types alike; a column has one type. */
const ENDINGS: Partial<Record<OwnType, string>> = {
  number: ' number',
  date: ' date',
  datetime: ' time',
  'string[]': ' list',
};

const numbered = ({ id }: SiteField) => Number(/\d+$/.exec(id)?.[0] ?? 0);

function attributeFor(field: SiteField, type: OwnType, taken: readonly string[]): OwnAttribute {
  const name = ownName(field.name + (ENDINGS[type] ?? ''), taken);
  return { kind: 'Issue', name, label: field.name, type, integration: 'jira', externalId: field.id };
}

/** Sorts a site's own fields by what they are for. The oldest field of a name keeps the plain one. */
export function siteFields(fields: readonly SiteField[]): SiteFields {
  const own = fields
    .filter(({ id }) => /^customfield_\d+$/.test(id))
    .toSorted((a, b) => numbered(a) - numbered(b));
  const ids = (is: (field: SiteField) => boolean) => own.filter(is).map(({ id }) => id);
  const isPoints = ({ name, schema }: SiteField) => schema?.type === 'number' && STORY_POINTS.test(name);
  const custom: CustomField[] = [];
  for (const field of own) {
    const { type = '', custom: plugin } = field.schema ?? {};
    const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    const hasPlace = plugin === SPRINT || plugin === EPIC_LINK || isPoints(field);
    if (!known || hasPlace || HOUSEKEEPING.test(plugin ?? '')) continue;
    const taken = custom.map(({ attribute }) => attribute.name);
    custom.push({ id: field.id, attribute: attributeFor(field, known, taken) });
  }
  return {
    storyPoints: ids(isPoints),
    sprints: ids(({ schema }) => schema?.custom === SPRINT),
    epicLinks: ids(({ schema }) => schema?.custom === EPIC_LINK),
    teams: ids(({ schema }) => schema?.custom === TEAM_FIELD),
    custom,
  };
}

const Worded = z.object({
  displayName: z.string().optional().catch(undefined),
  value: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  key: z.string().optional().catch(undefined),
});

/** The words of an option, a user, a team or a text. */
function wordsFor(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const { success, data } = Worded.safeParse(value);
  return success ? (data.displayName ?? data.value ?? data.name ?? data.title ?? data.key ?? null) : null;
}

function cellFor(type: OwnType, value: unknown): Cell {
  if (value === null || value === undefined) return type === 'string[]' ? [] : null;
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (type === 'date') return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;
  if (type === 'datetime') return JiraMoment.parse(value);
  if (type !== 'string[]') return wordsFor(value);
  return (Array.isArray(value) ? value : [value]).flatMap((each) => wordsFor(each) ?? []);
}

/** The org's own columns of an issue; every issue of a payload has all of them. */
export function customCells(
  { custom }: SiteFields,
  fields: Readonly<Record<string, unknown>>,
): Record<string, Cell> {
  return Object.fromEntries(
    custom.map(({ id, attribute: { name, type } }) => [name, cellFor(type, fields[id])]),
  );
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** The first number among fields; some fields write it as a text. */
export function numberIn(ids: readonly string[], fields: Readonly<Record<string, unknown>>): number | null {
  const values = ids.map((id) => fields[id]);
  const found = values.find(
    (value) => typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value)),
  );
  return found === undefined ? null : Number(found);
}
