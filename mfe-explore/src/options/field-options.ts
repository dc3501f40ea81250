import { fieldKey } from '@cairn/query';
import type { Field } from '../graph/fields.ts';
import type { Option } from './option-list.tsx';

const TYPE_NOTES: Record<string, string> = {
  number: 'number',
  datetime: 'time',
  date: 'day',
  boolean: 'yes or no',
  'string[]': 'list',
};

/** Fields as options under what they belong to. */
export function fieldOptions(fields: readonly Field[]): Option[] {
  return fields.map((field) => ({
    value: fieldKey(field),
    label: field.label,
    group: field.owner,
    hint: field.definition,
    ...(TYPE_NOTES[field.type] ? { note: TYPE_NOTES[field.type] as string } : {}),
  }));
}

/** The field behind an option. */
export function fieldOf(fields: readonly Field[], value: string): Field | undefined {
  return fields.find((field) => fieldKey(field) === value);
}
