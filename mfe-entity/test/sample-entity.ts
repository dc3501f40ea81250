import type { EntityDetail } from '@cairn/contracts';
import { type Attribute, type Kind, type Relation } from '@cairn/entities';

/** How much of an entity is present: everything, the least that a source sends, or nothing. */
export const FILLS = ['full', 'sparse', 'empty'] as const;
export type SampleFill = (typeof FILLS)[number];

export const SAMPLE_UUID = '00000000-0000-4000-8000-000000000777';
const MOMENT = '2026-11-18T09:30:00.000Z';
const LONG_WORD = 'a_word_that_is_longer_than_a_narrow_page_and_has_no_place_to_break_at_all';
const MANY = 1_204;

const isReason = (name: string) => /^no[A-Z].*Reason$/.test(name);

function textFor(name: string): string | null {
  if (isReason(name)) return null;
  if (name === 'sha') return '8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a';
  if (name === 'message') return `A subject\n\nA body with ${LONG_WORD}.\n\nFixes: #42`;
  if (name.endsWith('Url')) return `https://example.com/${LONG_WORD}/${LONG_WORD}`;
  if (name === 'path') return `src/${LONG_WORD}/${LONG_WORD}.ts`;
  return `The ${name} of it, with ${LONG_WORD}`;
}

function valueFor({ name, type }: Attribute): unknown {
  switch (type) {
    case 'number':
      return 123_456;
    case 'boolean':
      return true;
    case 'datetime':
      return MOMENT;
    case 'date':
      return MOMENT.slice(0, 10);
    case 'string[]':
      return ['one', LONG_WORD, ...Array.from({ length: 14 }, (_, at) => `value ${at}`)];
    case 'json':
      return JSON.stringify({ name: LONG_WORD });
    case 'string':
      return textFor(name);
  }
}

const PERIOD = { since: '2024-01-01T00:00:00.000Z', until: '2025-01-01T00:00:00.000Z' };

function related(
  { name, label, target, many, via, properties }: Relation,
  total: number,
): EntityDetail['relations'][number] {
  const said = properties && {
    properties: Object.fromEntries(properties.map((each) => [each.name, 'someWord'])),
  };
  const items = Array.from({ length: Math.min(total, 5) }, (_, at) => ({
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    kind: target,
    name: at === 0 ? `First ${name} ${LONG_WORD}` : `${LONG_WORD} ${at}`,
    ...said,
  }));
  const isDated = total > 0 && via.kind === 'edge' && via.dated !== undefined;
  const former = isDated && { former: { total: 7, items: items.map((item) => ({ ...item, ...PERIOD })) } };
  return { name, label, target, total: many ? total : items.length, items, ...former };
}

function relationsOf({ relations }: Kind, fill: SampleFill): EntityDetail['relations'] {
  return relations.map((relation, at) => {
    if (fill === 'empty') return related(relation, 0);
    if (!relation.many) return related(relation, 1);
    return related(relation, fill === 'sparse' ? 0 : at % 2 === 0 ? 3 : MANY);
  });
}

function propertiesOf({ attributes }: Kind, fill: SampleFill): EntityDetail['properties'] {
  if (fill === 'empty') return {};
  if (fill === 'full') return Object.fromEntries(attributes.map((each) => [each.name, valueFor(each)]));
  const reasons = attributes.filter(({ name }) => isReason(name)).map(({ name }) => [name, 'Not yet']);
  return { ...Object.fromEntries(reasons), createdAt: MOMENT };
}

/** A sample entity of a kind, with values for the catalogue's attributes and relations. */
export function sampleEntity(kind: Kind, fill: SampleFill): EntityDetail {
  const name = fill === 'full' ? `A ${kind.label} of a long name, with ${LONG_WORD}` : `A ${kind.label}`;
  return {
    uuid: SAMPLE_UUID,
    labels: [kind.name],
    name: fill === 'empty' ? null : name,
    properties: propertiesOf(kind, fill),
    own: [],
    relations: relationsOf(kind, fill),
  };
}
