import { IconButton, NumberField, Popover, Select } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import type { Setting, Shape, ViewEntry } from '@cairn/views';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';

type Config = Record<string, unknown>;

export interface ViewSettingsProps {
  readonly entry: ViewEntry;
  readonly config: Config;
  readonly shape: Shape;
  readonly onChange: (config: Config) => void;
}

/** What can be set of the view that is shown. */
export function ViewSettings({ entry, config, shape, onChange }: ViewSettingsProps): ReactNode {
  const [open, setOpen] = useState(false);
  const settings = entry.definition.settings.filter(({ applies }) => applies?.(config, shape) ?? true);
  if (settings.length === 0) return null;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={280}>
      <Popover.Target>
        <IconButton label="View settings" aria-expanded={open} onClick={() => setOpen(!open)}>
          <SlidersHorizontal size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="View settings">
        <div className="cn-editor">
          {settings.map((setting) => (
            <Field
              key={setting.key}
              setting={setting}
              value={config[setting.key]}
              onChange={(value) => onChange({ ...config, [setting.key]: value })}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldProps {
  readonly setting: Setting<Config>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Field({ setting, value, onChange }: FieldProps): ReactNode {
  if (setting.kind === 'toggle') {
    return (
      <Switch
        label={setting.label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
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
