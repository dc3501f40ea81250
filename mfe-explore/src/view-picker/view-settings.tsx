import type { ResultSet } from '@cairn/answer';
import { IconButton, lazyComponent, NumberField, Popover, Select, Stack } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import type { QueryShape, ViewConfig, ViewDefinition, ViewSetting } from '@cairn/views';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';

const ColorField = lazyComponent(async () => (await import('./color-field.tsx')).ColorField);

export interface ViewSettingsProps {
  readonly view: ViewDefinition;
  readonly config: ViewConfig;
  readonly shape: QueryShape;
  /** The shown answer. */
  readonly answer: ResultSet | undefined;
  /** The moments of the selected kind, for settings that choose one. */
  readonly moments: readonly { value: string; label: string }[];
  readonly onChange: (config: ViewConfig) => void;
}

/** The settings of the shown view. */
export function ViewSettings(props: ViewSettingsProps): ReactNode {
  const { view, config, shape, answer, moments, onChange } = props;
  const [open, setOpen] = useState(false);
  const settings = view.settings.filter((setting) => setting.applies?.(config, shape) ?? true);
  if (settings.length === 0) return null;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={280}>
      <Popover.Target>
        <IconButton label="View settings" aria-expanded={open} onClick={() => setOpen(!open)}>
          <SlidersHorizontal size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="View settings">
        <Stack gap={2.5}>
          {settings.map((setting) => (
            <Field
              key={setting.label}
              setting={setting}
              answer={answer}
              moments={moments}
              value={config[setting.key]}
              onChange={(value) => onChange({ ...config, [setting.key]: value, ...setting.sets?.(value) })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldProps extends Pick<ViewSettingsProps, 'answer' | 'moments'> {
  readonly setting: ViewSetting;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const NO_MOMENT = '';

function Field({ setting, value, answer, moments, onChange }: FieldProps): ReactNode {
  if (setting.kind === 'toggle') {
    const { on, off } = setting.values ?? { on: true, off: () => false };
    return (
      <Switch
        label={setting.label}
        checked={value === on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? on : off(answer?.meta))}
      />
    );
  }
  if (setting.kind === 'choice') {
    const { options, optionsOf, isNumber } = setting;
    return (
      <Select
        label={setting.label}
        value={String(value)}
        data={[...options, ...(optionsOf?.(answer?.columns ?? []) ?? [])]}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => next && onChange(isNumber ? Number(next) : next)}
      />
    );
  }
  if (setting.kind === 'colors') {
    return (
      <Suspense fallback={null}>
        <ColorField label={setting.label} form={setting.form} value={value} onChange={onChange} />
      </Suspense>
    );
  }
  if (setting.kind === 'moment') {
    return (
      <Select
        label={setting.label}
        value={typeof value === 'string' ? value : NO_MOMENT}
        data={[{ value: NO_MOMENT, label: 'Nothing else' }, ...moments]}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => onChange(next === NO_MOMENT ? null : next)}
      />
    );
  }
  if (setting.kind === 'several') return <Several {...{ setting, value, onChange }} />;
  const { isOptional } = setting;
  return (
    <NumberField
      label={setting.label}
      min={setting.min}
      max={setting.max}
      placeholder={isOptional ? 'All' : undefined}
      value={value === null || value === undefined ? null : Number(value)}
      onChange={(next) => (next !== null || isOptional) && onChange(next)}
    />
  );
}

interface SeveralProps extends Pick<FieldProps, 'value' | 'onChange'> {
  readonly setting: Extract<ViewSetting, { kind: 'several' }>;
}

/** A setting with any number of its options, kept in their order. */
function Several({ setting: { label, options }, value, onChange }: SeveralProps): ReactNode {
  const chosen = Array.isArray(value) ? value : [];
  const turned = (option: string, isOn: boolean) =>
    options.map((each) => each.value).filter((each) => (each === option ? isOn : chosen.includes(each)));
  return (
    <Stack gap={1.5} role="group" aria-label={label}>
      {options.map((option) => (
        <Switch
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={({ currentTarget }) => onChange(turned(option.value, currentTarget.checked))}
        />
      ))}
    </Stack>
  );
}
