import { fieldKey } from '@cairn/query';
import type { CatalogueField } from '../graph/fields.ts';
import type { Option } from './option-list.tsx';

const TYPE_NOTES: Record<string, string> = {
  number: 'number',
  datetime: 'time',
  date: 'day',
  boolean: 'yes or no',
  'string[]': 'list',
};

/** Fields as options, grouped by owner. */
export function fieldOptions(fields: readonly CatalogueField[]): Option[] {
  return fields.map((field) => ({
    value: fieldKey(field),
    label: field.label,
    group: field.owner,
    hint: field.definition,
    ...(TYPE_NOTES[field.type] ? { note: TYPE_NOTES[field.type] as string } : {}),
  }));
}

/** The field of an option. */
export function fieldOf(fields: readonly CatalogueField[], value: string): CatalogueField | undefined {
  return fields.find((field) => fieldKey(field) === value);
}
