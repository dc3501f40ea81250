import type { ResultSet } from '@cairn/answer';
import { IconButton, lazyComponent, NumberField, Popover, Select, Stack } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import type { QueryShape, SettingOption, ViewConfig, ViewSetting } from '@cairn/views';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import styles from './view-settings.module.css';

const ColorField = lazyComponent(async () => (await import('./color-field.tsx')).ColorField);

export interface ViewSettingsProps {
  /** All settings of the view; those that do not apply now are left out. */
  readonly settings: readonly ViewSetting[];
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
  const { config, shape, answer, moments, onChange } = props;
  const [open, setOpen] = useState(false);
  const settings = props.settings.filter((setting) => setting.applies?.(config, shape) ?? true);
  if (settings.length === 0) return null;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={280}>
      <Popover.Target>
        <IconButton label="View settings" aria-expanded={open} onClick={() => setOpen(!open)}>
          <SlidersHorizontal size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="View settings" className={styles.settings}>
        <Stack gap={2.5}>
          {settings.map((setting) => (
            <Field
              key={setting.label}
              setting={setting}
              answer={answer}
              moments={moments}
              config={config}
              onChange={(value) =>
                onChange({
                  ...config,
                  [setting.key]: value,
                  ...setting.sets?.(value, answer?.columns ?? []),
                })
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldProps extends Pick<ViewSettingsProps, 'answer' | 'moments' | 'config'> {
  readonly setting: ViewSetting;
  readonly onChange: (value: unknown) => void;
}

const NO_MOMENT = '';

function Field({ setting, config, answer, moments, onChange }: FieldProps): ReactNode {
  const value = config[setting.key];
  const columns = answer?.columns ?? [];
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
    const { options, optionsOf } = setting;
    return (
      <Select
        label={setting.label}
        value={String(setting.chosen?.(config, columns) ?? value)}
        data={[...options, ...(optionsOf?.(columns) ?? [])]}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => next && onChange(next)}
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
  if (setting.kind === 'several') {
    const { optionsOf, label } = setting;
    const options = optionsOf?.(columns) ?? setting.options;
    return <Several {...{ label, options, value, onChange }} isAllByDefault={optionsOf !== undefined} />;
  }
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

interface SeveralProps {
  readonly label: string;
  readonly options: readonly SettingOption[];
  readonly value: unknown;
  /** Where none is stored, all are chosen. */
  readonly isAllByDefault: boolean;
  readonly onChange: (value: readonly string[]) => void;
}

/** A setting with any number of its options, kept in their order. */
function Several({ label, options, value, isAllByDefault, onChange }: SeveralProps): ReactNode {
  const stored: readonly unknown[] = Array.isArray(value) ? value : [];
  const isAll = isAllByDefault && !options.some((each) => stored.includes(each.value));
  const isChosen = (option: string) => isAll || stored.includes(option);
  const turned = (option: string, isOn: boolean) =>
    options.map((each) => each.value).filter((each) => (each === option ? isOn : isChosen(each)));
  return (
    <Stack gap={1.5} role="group" aria-label={label}>
      {options.map((option) => (
        <Switch
          key={option.value}
          label={option.label}
          checked={isChosen(option.value)}
          onChange={({ currentTarget }) => onChange(turned(option.value, currentTarget.checked))}
        />
      ))}
    </Stack>
  );
}
