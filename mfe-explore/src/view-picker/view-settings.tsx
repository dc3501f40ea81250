import type { AnswerMeta } from '@cairn/contracts';
import { IconButton, NumberField, Popover, Select, Stack } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import type { QueryShape, ViewConfig, ViewDefinition, ViewSetting } from '@cairn/views';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';

export interface ViewSettingsProps {
  readonly view: ViewDefinition;
  readonly config: ViewConfig;
  readonly shape: QueryShape;
  /** The meta of the shown answer. */
  readonly meta: AnswerMeta | undefined;
  readonly onChange: (config: ViewConfig) => void;
}

/** The settings of the shown view. */
export function ViewSettings({ view, config, shape, meta, onChange }: ViewSettingsProps): ReactNode {
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
              value={config[setting.key]}
              onChange={(value) => onChange({ ...config, [setting.key]: value })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldProps extends Pick<ViewSettingsProps, 'meta'> {
  readonly setting: ViewSetting;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Field({ setting, value, meta, onChange }: FieldProps): ReactNode {
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
