import type { EntityDetail } from '@cairn/contracts';
import { type Attribute, type Kind, type Relation } from '@cairn/entities';

/** How much of an entity is present: everything, the least that a source sends, nothing, or texts that mean harm. */
export const FILLS = ['full', 'sparse', 'empty', 'hostile'] as const;
export type SampleFill = (typeof FILLS)[number];

export const SAMPLE_UUID = '00000000-0000-4000-8000-000000000777';
const MOMENT = '2026-11-18T09:30:00.000Z';
const LONG_WORD = 'a_word_that_is_longer_than_a_narrow_page_and_has_no_place_to_break_at_all';
const MANY = 1_204;

/** Text that would run, hide, turn round or break a page that trusts it. */
export const HOSTILE = `<img src=x onerror="window.hurt=1"> [x](javascript:alert(1)) \u202eturned\u0000 AB-1 #2 \u0301\u200b ${'W'.repeat(500)}`;

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

/** Hostile text where a text may stand; an address that would run, and numbers that no scale has. */
function hostileValue(attribute: Attribute): unknown {
  const { name, type } = attribute;
  if (type === 'string' && isReason(name)) return null;
  if (name.endsWith('Url')) return 'javascript:window.hurt=1';
  if (type === 'string') return HOSTILE;
  if (type === 'string[]') return [HOSTILE, '', HOSTILE];
  if (type === 'number') return -1e308;
  return valueFor(attribute);
}

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
  if (fill === 'hostile')
    return Object.fromEntries(attributes.map((each) => [each.name, hostileValue(each)]));
  const reasons = attributes.filter(({ name }) => isReason(name)).map(({ name }) => [name, 'Not yet']);
  return { ...Object.fromEntries(reasons), createdAt: MOMENT };
}

/** A sample entity of a kind, with values for the catalogue's attributes and relations. */
export function sampleEntity(kind: Kind, fill: SampleFill): EntityDetail {
  const names = {
    full: `A ${kind.label} of a long name, with ${LONG_WORD}`,
    hostile: HOSTILE,
    sparse: `A ${kind.label}`,
    empty: null,
  };
  return {
    uuid: SAMPLE_UUID,
    labels: [kind.name],
    name: names[fill],
    properties: propertiesOf(kind, fill),
    own: [],
    relations: relationsOf(kind, fill),
  };
}
