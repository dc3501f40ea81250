import type { AnswerMeta } from '@cairn/contracts';
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
  /** The meta of the shown answer. */
  readonly meta: AnswerMeta | undefined;
  /** The moments of the selected kind, for settings that choose one. */
  readonly moments: readonly { value: string; label: string }[];
  readonly onChange: (config: ViewConfig) => void;
}

/** The settings of the shown view. */
export function ViewSettings(props: ViewSettingsProps): ReactNode {
  const { view, config, shape, meta, moments, onChange } = props;
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
              meta={meta}
              moments={moments}
              value={config[setting.key]}
              onChange={(value) => onChange({ ...config, [setting.key]: value })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldProps extends Pick<ViewSettingsProps, 'meta' | 'moments'> {
  readonly setting: ViewSetting;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const NO_MOMENT = '';

function Field({ setting, value, meta, moments, onChange }: FieldProps): ReactNode {
  if (setting.kind === 'toggle') {
    const { on, off } = setting.values ?? { on: true, off: () => false };
    return (
      <Switch
        label={setting.label}
        checked={value === on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? on : off(meta))}
      />
    );
  }
  if (setting.kind === 'choice') {
    return (
      <Select
        label={setting.label}
        value={String(value)}
        data={[...setting.options]}
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
  return (
    <NumberField
      label={setting.label}
      min={setting.min}
      max={setting.max}
      value={Number(value)}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
