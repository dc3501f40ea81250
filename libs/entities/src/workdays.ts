import type { Attribute, Kind, WorkingUnit } from './attribute.ts';

const WORKING = 'businesssecond' satisfies WorkingUnit;

/** The names of what each kind measures in working time, for the kinds that do. */
export function workingMeasures(kinds: readonly Kind[]): ReadonlyMap<string, readonly string[]> {
  const named = kinds.map(
    ({ name, attributes }) =>
      [name, attributes.filter(({ unit }) => unit === WORKING).map((each) => each.name)] as const,
  );
  return new Map(named.filter(([, measures]) => measures.length > 0));
}

/** The kinds with their working time in working days of so many seconds, for the kinds that have one length of day. */
export function withWorkdays(kinds: readonly Kind[], workdays: ReadonlyMap<string, number>): readonly Kind[] {
  return kinds.map((kind) => {
    const seconds = workdays.get(kind.name);
    if (seconds === undefined) return kind;
    const inDays = (attribute: Attribute): Attribute =>
      attribute.unit === WORKING ? { ...attribute, unit: `${WORKING}:${seconds}` } : attribute;
    return { ...kind, attributes: kind.attributes.map(inDays) };
  });
}
