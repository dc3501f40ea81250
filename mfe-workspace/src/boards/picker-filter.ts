import type { LinkSummary } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { AUTOMATIC_VIEW, choiceOf, resolveView } from '@cairn/views';

export const PICKER_ATTRIBUTES = ['tag', 'select', 'visualization', 'duration'] as const;
type Attribute = (typeof PICKER_ATTRIBUTES)[number] | 'name';

/** One condition of the picker's filter (W§5). */
export interface FilterToken {
  attribute: Attribute;
  value: string;
}

/** A saved query as the picker's filter sees it; what is compared with tokens is in their form. */
export interface CardCandidate {
  link: LinkSummary;
  select: string | null;
  /** The label of its view. */
  visualization: string | null;
  duration: string | null;
  tags: readonly string[];
}

/** What the choices above the list narrow it to; null is any. */
export interface PickerChoices {
  select: string | null;
  tag: string | null;
  visualization: string | null;
}

export const ANY: PickerChoices = { select: null, tag: null, visualization: null };

/** The form that values of tokens are compared in: `Time to merge` is `time_to_merge`. */
const asValue = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, '_');

const WORD = /(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g;

/** Reads the text of the filter: `tag:delivery select:"Pull request"`; a word without an attribute is one of the name. */
export function parseTokens(text: string): FilterToken[] {
  return [...text.matchAll(WORD)].flatMap(([whole, prefix = '', quoted, plain = '']): FilterToken[] => {
    const attribute = PICKER_ATTRIBUTES.find((known) => known === prefix.toLowerCase());
    const isName = prefix === '' || prefix.toLowerCase() === 'name';
    const value = asValue(attribute || isName ? (quoted ?? plain) : whole.replaceAll('"', ''));
    return value ? [{ attribute: attribute ?? 'name', value }] : [];
  });
}

function drawnAs(query: Query, viz: readonly { value: string; config: Record<string, unknown> }[]): string {
  const { view, config } = resolveView(viz[0] ?? AUTOMATIC_VIEW, query);
  return choiceOf(view, config)?.label ?? view.label;
}

/** What the filter looks at in a saved query; one that is too long for lists has its kinds and words alone. */
export function candidateOf(link: LinkSummary): CardCandidate {
  const { question: state, kinds } = link.brief;
  return {
    link,
    select: state?.params.select[0] ?? kinds[0] ?? null,
    visualization: state ? drawnAs(state.params, state.viz) : null,
    duration: state?.params.duration ?? null,
    tags: link.group
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
}

const is = (text: string | null, value: string) => text !== null && asValue(text) === value;

const HOLDS: Record<Attribute, (candidate: CardCandidate, value: string) => boolean> = {
  tag: ({ tags }, value) => tags.some((tag) => is(tag, value)),
  select: ({ select }, value) => is(select, value),
  visualization: ({ visualization }, value) => is(visualization, value),
  duration: ({ duration }, value) => is(duration, value),
  name: ({ link, tags }, value) => asValue([link.name, link.description, ...tags].join(' ')).includes(value),
};

/** Whether a saved query has everything that the text and the choices ask for. */
export function matchesPicker(
  candidate: CardCandidate,
  tokens: readonly FilterToken[],
  only: PickerChoices,
): boolean {
  return (
    tokens.every(({ attribute, value }) => HOLDS[attribute](candidate, value)) &&
    (only.select === null || candidate.select === only.select) &&
    (only.visualization === null || candidate.visualization === only.visualization) &&
    (only.tag === null || candidate.tags.includes(only.tag))
  );
}
