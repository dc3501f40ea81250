import type { DeliveryRules } from '@cairn/contracts/delivery-rules';
import { TagsInput, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Setting } from '../setting.tsx';
import type { PatternField } from './rule-fields.ts';

interface PatternInputProps {
  readonly field: PatternField;
  readonly rules: DeliveryRules;
  /** Absent for those who may only read. */
  readonly onChange?: ((rules: DeliveryRules) => void) | undefined;
}

const LONGEST = 100;

/** Patterns of names, one word each; who may not change them reads them. */
export function PatternInput({ field, rules, onChange }: PatternInputProps): ReactNode {
  const { label, hint, placeholder } = field;
  const patterns = field.patterns(rules);
  if (!onChange)
    return (
      <Setting name={label} hint={hint}>
        <Text {...(patterns.length === 0 && { tone: 'faint' })}>{patterns.join(', ') || placeholder}</Text>
      </Setting>
    );
  return (
    <Setting name={label} hint={hint}>
      <TagsInput
        aria-label={label}
        {...(patterns.length === 0 ? { placeholder } : {})}
        maxTags={50}
        maxLength={LONGEST}
        value={[...patterns]}
        onChange={(next) => onChange(field.change(rules, next))}
      />
    </Setting>
  );
}
