import { IconButton, Popover, Stack } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import type { ViewConfig, ViewSetting } from '@cairn/views';
import { Flag } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './overlay-menu.module.css';

export interface OverlayMenuProps {
  readonly settings: readonly ViewSetting[];
  readonly config: ViewConfig;
  readonly onChange: (config: ViewConfig) => void;
}

/** Switches on and off what is marked on the time axis of a picture, where the view has no settings beside it. */
export function OverlayMenu({ settings, config, onChange }: OverlayMenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.menu} data-open={open || undefined} data-no-export>
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={200}>
        <Popover.Target>
          <IconButton label="Mark on the time axis" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Flag size={14} aria-hidden />
          </IconButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Mark on the time axis">
          <Stack gap={2.5}>
            {settings.map(({ key, label }) => (
              <Switch
                key={key}
                label={label}
                checked={config[key] === true}
                onChange={({ currentTarget }) => onChange({ ...config, [key]: currentTarget.checked })}
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
