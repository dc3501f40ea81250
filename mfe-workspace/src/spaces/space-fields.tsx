import { SAVED_TYPES, type Owned, type Scope } from '@cairn/contracts';
import { SpaceColor, SpacePattern, type Space } from '@cairn/contracts/spaces';
import { Stack, TagsInput } from '@cairn/ui';
import { Radio } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { NameFields, VisibilityField } from '@cairn/saved';
import { SpaceLook } from './space-look.tsx';
import styles from './space-fields.module.css';

/** What a person says of a space. */
export interface SpaceTexts {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly tags: readonly string[];
}

interface Fields<Value> {
  readonly value: Value;
  readonly onChange: (part: Partial<Value>) => void;
}

/** Name, description, tags and visibility of a space; `thing` is null for a new one. */
export function SpaceFields({
  value,
  onChange,
  thing,
}: Fields<SpaceTexts> & { readonly thing: Owned | null }): ReactNode {
  return (
    <Stack gap={4}>
      <NameFields value={value} onChange={onChange} />
      <TagsInput
        label="Tags"
        placeholder="Type a tag and press Enter"
        maxTags={20}
        value={[...value.tags]}
        onChange={(tags) => onChange({ tags: tags.map((tag) => tag.replaceAll(',', ' ').trim()) })}
      />
      <VisibilityField
        word="space"
        scope={value.scope}
        onChange={(scope) => onChange({ scope })}
        thing={thing}
        rules={SAVED_TYPES['space-v1']}
      />
    </Stack>
  );
}

type Look = Pick<Space, 'pattern' | 'color'>;

/** The patterns and colours to choose from. */
export function LookFields({ value, onChange }: Fields<Look>): ReactNode {
  return (
    <Stack gap={4}>
      <Choices
        label="Pattern"
        options={SpacePattern.options}
        value={value.pattern}
        onChange={(pattern) => onChange({ pattern })}
        lookOf={(pattern) => ({ ...value, pattern })}
      />
      <Choices
        label="Color"
        options={SpaceColor.options}
        value={value.color}
        onChange={(color) => onChange({ color })}
        lookOf={(color) => ({ ...value, color })}
      />
    </Stack>
  );
}

function Choices<Option extends string>({
  label,
  options,
  value,
  onChange,
  lookOf,
}: {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: Option;
  readonly onChange: (option: Option) => void;
  readonly lookOf: (option: Option) => Look;
}): ReactNode {
  const choose = (text: string) => {
    const option = options.find((each) => each === text);
    if (option) onChange(option);
  };
  return (
    <Radio.Group label={label} value={value} onChange={choose}>
      <div className={styles['choices']}>
        {options.map((option) => (
          <div key={option} className={styles['choice']}>
            <SpaceLook look={lookOf(option)} size="choice" />
            <Radio value={option} label={option} />
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
