import { useHost, type Theme } from '@cairn/host';
import { TextField } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { workspaceClient } from '@cairn/client';
import { Setting, SettingsPage } from '../setting.tsx';
import {
  DateFormatChoice,
  FirstDayChoice,
  NumberFormatChoice,
  PeriodChoice,
  TimeFormatChoice,
  ZoneChoice,
} from './choices.tsx';
import { Picture } from './picture.tsx';

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

const CHOICES = [
  ['Time zone', 'Where your days begin and end, in questions, charts and dates.', ZoneChoice],
  ['First day of the week', 'For you alone; others keep theirs.', FirstDayChoice],
  ['Dates', 'How days are written in tables, charts and pages.', DateFormatChoice],
  ['Time format', 'The clock by which times are written.', TimeFormatChoice],
  ['Numbers', 'How figures are written. Files to download keep theirs.', NumberFormatChoice],
  ['Default period', 'Home begins with it, and new periods offer it first.', PeriodChoice],
] as const;

/** Personal preferences; each is saved as soon as it is set. */
export function Page(): ReactNode {
  const { user, setTheme } = useHost();
  return (
    <SettingsPage title="Preferences" description="How Cairn looks to you and how others see you.">
      <Setting name="Display name" hint="Shown on what you save.">
        <DisplayName />
      </Setting>
      <Setting name="Picture" hint="Shown to people of your organizations. Its middle is used.">
        <Picture />
      </Setting>
      <Setting name="Theme" hint="System follows the setting of this computer.">
        <Segmented
          aria-label="Theme"
          data={THEMES.map((theme) => ({ ...theme }))}
          value={user.preferences.theme}
          onChange={(value) => setTheme(value as Theme)}
        />
      </Setting>
      {CHOICES.map(([name, hint, Choice]) => (
        <Setting key={name} name={name} hint={hint}>
          <Choice />
        </Setting>
      ))}
    </SettingsPage>
  );
}

function DisplayName(): ReactNode {
  const host = useHost();
  const saved = host.user.preferences.displayName;
  const [name, setName] = useState(saved);
  const save = useMutation({
    mutationFn: (displayName: string) => workspaceClient.updatePreferences({ input: { displayName } }),
    onSuccess: () => {
      host.refreshUser();
      host.toast({ kind: 'info', message: 'Saved the display name' });
    },
    // What was typed stays, so that it can be tried again.
    onError: ({ message }) =>
      host.toast({ kind: 'error', message: `The display name is not saved. ${message}` }),
  });
  const wanted = name.trim();
  const commit = () => {
    if (wanted && wanted !== saved && !save.isPending) save.mutate(wanted);
  };
  return (
    <TextField
      aria-label="Display name"
      value={name}
      maxLength={100}
      error={wanted ? undefined : 'A display name is required'}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setName(saved);
      }}
    />
  );
}
