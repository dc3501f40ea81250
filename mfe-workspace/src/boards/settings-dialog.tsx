import { effectiveRole, scopesFor, type DeepLink, type Scope } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  Button,
  DateRangePicker,
  Dialog,
  DialogActions,
  Note,
  NumberField,
  Row,
  Stack,
  TagsInput,
} from '@cairn/ui';
import { Radio, Segmented, TextArea } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { BoardDraft, BoardEdit, Extras } from './edits.ts';

const VISIBILITY: Record<Scope, string> = {
  private: 'Only you have access to this board',
  org: 'Share this board with your org',
  global: 'Make this a global board',
};

const THEMES: readonly { value: Extras['colorTheme']; label: string }[] = [
  { value: 'standard', label: 'Standard' },
  { value: 'alternate', label: 'Alternate' },
];

type Settings = Omit<Extract<BoardEdit, { type: 'settings' }>, 'type'>;

/** Name, description, visibility, grid and default dates of a board (W§5). */
export function SettingsDialog({
  draft,
  link,
  title,
  verb,
  problem,
  busy,
  onClose,
  onSubmit,
}: {
  draft: BoardDraft;
  link: DeepLink | null;
  title: string;
  verb: string;
  /** Why the board could not be saved. */
  problem: string | null;
  busy: boolean;
  onClose: () => void;
  onSubmit: (settings: Settings) => void;
}): ReactNode {
  const { org, user, timezone } = useHost();
  const [settings, setSettings] = useState<Settings>({
    name: draft.name,
    description: draft.description,
    scope: draft.scope,
    extras: draft.state.extras,
  });
  const change = (part: Partial<Settings>) => setSettings((now) => ({ ...now, ...part }));
  const setExtras = (part: Partial<Extras>) => change({ extras: { ...settings.extras, ...part } });
  const nameless = settings.name.trim() === '';
  const scopes = scopesFor(
    { userId: user.id, orgId: org.id, role: effectiveRole(org.role, user.superuser) },
    link,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!nameless) onSubmit({ ...settings, name: settings.name.trim() });
  };
  return (
    <Dialog open onClose={onClose} title={title} width={520}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          {problem && <Note tone="bad">{problem}</Note>}
          <WordsFields settings={settings} onChange={change} />
          <Radio.Group
            label="Visibility"
            value={settings.scope}
            onChange={(scope) => change({ scope: scope as Scope })}
          >
            <Stack gap={2}>
              {scopes.map((scope) => (
                <Radio key={scope} value={scope} label={VISIBILITY[scope]} />
              ))}
            </Stack>
          </Radio.Group>
          <Stack gap={1}>
            <span className="ws-label">Default date range</span>
            <Row>
              <DateRangePicker
                label="Default date range"
                clearable
                placeholder="Each card's own dates"
                timezone={timezone}
                firstDay={org.firstDay}
                value={settings.extras.defaultDateRange ?? null}
                onChange={(range) => setExtras({ defaultDateRange: range ?? undefined })}
              />
            </Row>
          </Stack>
          <TagsInput
            label="Tags"
            placeholder="Type a tag and press Enter"
            value={settings.extras.tags}
            onChange={(tags) => setExtras({ tags })}
          />
          <Stack gap={1}>
            <span className="ws-label">Color theme</span>
            <Row>
              <Segmented
                aria-label="Color theme"
                data={THEMES.map((theme) => ({ ...theme }))}
                value={settings.extras.colorTheme}
                onChange={(theme) => setExtras({ colorTheme: theme as Extras['colorTheme'] })}
              />
            </Row>
          </Stack>
          <GridFields extras={settings.extras} onChange={setExtras} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={nameless} loading={busy}>
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function WordsFields({
  settings,
  onChange,
}: {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
}): ReactNode {
  return (
    <>
      <TextArea
        label="Name"
        data-autofocus
        autosize
        minRows={2}
        maxRows={4}
        maxLength={200}
        value={settings.name}
        error={settings.name.trim() ? undefined : 'A name is required'}
        onKeyDown={(event) => {
          // A name is one line, however long: Enter means what it means in every other field of a form.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        onChange={(event) => onChange({ name: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
      <TextArea
        label="Description"
        autosize
        minRows={2}
        maxRows={4}
        maxLength={2_000}
        value={settings.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}

const GRID = [
  { key: 'columnCount', label: 'Columns', max: 48 },
  { key: 'rowHeight', label: 'Row height', max: 400 },
  { key: 'spacing', label: 'Spacing', max: 100 },
] as const;

function GridFields({
  extras,
  onChange,
}: {
  extras: Extras;
  onChange: (part: Partial<Extras>) => void;
}): ReactNode {
  return (
    <Row gap={3} align="flex-start">
      {GRID.map(({ key, label, max }) => (
        <NumberField
          key={key}
          label={label}
          min={0}
          max={max}
          value={extras[key]}
          onChange={(value) => onChange({ [key]: Math.min(max, Math.max(0, Math.round(value ?? 0))) })}
        />
      ))}
    </Row>
  );
}
