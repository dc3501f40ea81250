import type { Column } from '@cairn/contracts';
import {
  fieldInWords,
  fieldKey,
  formulaInWords,
  groupInWords,
  groupKey,
  measureInWords,
  measureKey,
} from '@cairn/query';
import type { Formula, GroupBy, Measure } from '@cairn/query';
import type { QueryField, QueryScope } from './scope.ts';

const KEEPS_TYPE = new Set(['min', 'max', 'first', 'last']);
const COUNTS = new Set(['count', 'countDistinct']);

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const labelsOfKinds = ({ catalogue }: QueryScope) =>
  Object.fromEntries(catalogue.kinds.map(({ name, label }) => [name, label]));

/** The column of a field's own values. */
export function attributeColumn(field: QueryField, scope: QueryScope): Column {
  const { attribute, target } = field;
  const key = fieldKey({ target, attribute: attribute.name });
  return {
    key,
    label: capital(fieldInWords({ target, attribute: attribute.name }, scope.kind.name, scope.catalogue)),
    type: attribute.type,
    ...(attribute.unit ? { unit: attribute.unit } : {}),
    role: attribute.name === 'uuid' ? 'id' : 'attribute',
    target,
    attribute: attribute.name,
    ...(attribute.definition ? { definition: attribute.definition } : {}),
    ...(attribute.holds === 'kind' ? { valueLabels: labelsOfKinds(scope) } : {}),
  };
}

const PART_TYPE: Record<string, Column['type']> = {
  hourOfDay: 'number',
  minuteOfHour: 'number',
  dayOfWeek: 'string',
};

/** The unit that the values of a group are of: that of the group, or of the attribute itself. */
const partOf = ({ unit }: GroupBy, { attribute: { part } }: QueryField): Pick<Column, 'dateUnit'> => {
  const dateUnit = unit ?? part;
  return dateUnit ? { dateUnit } : {};
};

/** The column of a group: single values, or the starts of periods. */
export function groupColumn(group: GroupBy, field: QueryField, scope: QueryScope, binWidth?: number): Column {
  const plain = attributeColumn(field, scope);
  const type = plain.type === 'string[]' ? 'string' : plain.type;
  return {
    ...plain,
    key: groupKey(group),
    role: 'group',
    label: group.unit
      ? capital(groupInWords(group, scope.kind.name, scope.catalogue).replace(/^(by|per) /, ''))
      : plain.label,
    type: group.unit ? (PART_TYPE[group.unit] ?? 'datetime') : type,
    ...partOf(group, field),
    ...(binWidth === undefined ? {} : { binWidth }),
  };
}

/** Reducers whose results cannot be added up over groups. */
const NOT_ADDED = new Set(['countDistinct', 'min', 'max', 'first', 'last']);

/** The relations up to the last one to many; they lead to the counted thing. */
const wayToThing = ({ path }: QueryField) => path.slice(0, path.findLastIndex(({ many }) => many) + 1);

/** True when one thing of a measure may be in several groups of a field. */
function liesInSeveral(of: QueryField, group: QueryField): boolean {
  if (group.type === 'string[]') return true;
  const way = wayToThing(group);
  return way.some((relation, index) => relation !== of.path[index]);
}

/** The overlap of a measure: the sentence that says that its things count in several groups. */
export function overlapOf(
  { reducer }: Measure,
  field: QueryField,
  groups: readonly QueryField[],
  scope: QueryScope,
): string | undefined {
  if (NOT_ADDED.has(reducer) || !groups.some((group) => liesInSeveral(field, group))) return undefined;
  const thing = scope.catalogue.kind(wayToThing(field).at(-1)?.target ?? scope.kind.name) ?? scope.kind;
  return `Whole ${thing.plural.toLowerCase()}, counted once in each group.`;
}

/** The column of a measure. */
export function measureColumn(
  measure: Measure,
  field: QueryField,
  scope: QueryScope,
  key = measureKey(measure),
): Column {
  const { unit: _, valueLabels, ...plain } = attributeColumn(field, scope);
  const words = measureInWords(measure, scope.kind.name, scope.catalogue);
  const keeps = KEEPS_TYPE.has(measure.reducer);
  const unit = COUNTS.has(measure.reducer) ? undefined : field.attribute.unit;
  return {
    ...plain,
    key,
    role: 'measure',
    label: measure.title ?? capital(words),
    type: keeps ? plain.type : 'number',
    reducer: measure.reducer,
    ...(unit ? { unit } : {}),
    ...(keeps && valueLabels ? { valueLabels } : {}),
  };
}

/** The column of a formula; its definition names other columns by label. */
export function formulaColumn(
  { name, formula }: Formula,
  unit: string | undefined,
  columns: readonly Column[],
): Column {
  const labels = new Map(columns.map(({ key, label }) => [key, label]));
  const definition = formulaInWords(formula, (key) => labels.get(key) ?? key);
  return { key: name, label: name, type: 'number', ...(unit ? { unit } : {}), role: 'formula', definition };
}
