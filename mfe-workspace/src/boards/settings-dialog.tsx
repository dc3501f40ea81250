import type { BoardExtras, DeepLink } from '@cairn/contracts';
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
import { Segmented, TextArea } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';
import { VisibilityField } from '@cairn/saved';
import type { BoardDraft, BoardSettings } from './edits.ts';
import styles from './settings-dialog.module.css';

/** How many rows the name of a board has (W§9). */
export const BOARD_NAME_ROWS = { minRows: 2, maxRows: 4 } as const;

const THEMES: readonly { value: BoardExtras['colorTheme']; label: string }[] = [
  { value: 'standard', label: 'Standard' },
  { value: 'alternate', label: 'Alternate' },
];

interface SettingsDialogProps {
  draft: BoardDraft;
  link: DeepLink | null;
  title: string;
  verb: string;
  /** Why the board could not be saved. */
  problem: string | null;
  busy: boolean;
  onClose: () => void;
  onSubmit: (settings: BoardSettings) => void;
}

interface FieldsProps {
  settings: BoardSettings;
  onChange: (part: Partial<BoardSettings>) => void;
}

interface ExtrasProps {
  extras: BoardExtras;
  onChange: (part: Partial<BoardExtras>) => void;
}

/** Edits name, description, visibility, grid and default dates of a board (W§5). */
export function SettingsDialog(props: SettingsDialogProps): ReactNode {
  const { draft, link, problem, onClose } = props;
  const [settings, setSettings] = useState<BoardSettings>({
    name: draft.name,
    description: draft.description,
    scope: draft.scope,
    extras: draft.state.extras,
  });
  const change = (part: Partial<BoardSettings>) => setSettings((now) => ({ ...now, ...part }));
  const nameless = settings.name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!nameless) props.onSubmit({ ...settings, name: settings.name.trim() });
  };
  return (
    <Dialog open onClose={onClose} title={props.title} width={520}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          {problem && <Note tone="bad">{problem}</Note>}
          <WordsFields settings={settings} onChange={change} />
          <VisibilityField
            word="board"
            scope={settings.scope}
            onChange={(scope) => change({ scope })}
            thing={link}
          />
          <ExtrasFields
            extras={settings.extras}
            onChange={(part) => change({ extras: { ...settings.extras, ...part } })}
          />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={nameless} loading={props.busy}>
            {props.verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <Stack gap={1}>
      <span className={styles.label}>{label}</span>
      <Row>{children}</Row>
    </Stack>
  );
}

function ExtrasFields({ extras, onChange }: ExtrasProps): ReactNode {
  const { firstDay, timezone } = useHost();
  return (
    <>
      <Labelled label="Default date range">
        <DateRangePicker
          label="Default date range"
          clearable
          placeholder="Each card's own dates"
          timezone={timezone}
          firstDay={firstDay}
          value={extras.defaultDateRange ?? null}
          onChange={(range) => onChange({ defaultDateRange: range ?? undefined })}
        />
      </Labelled>
      <TagsInput
        label="Tags"
        placeholder="Type a tag and press Enter"
        value={extras.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <Labelled label="Color theme">
        <Segmented
          aria-label="Color theme"
          data={THEMES.map((theme) => ({ ...theme }))}
          value={extras.colorTheme}
          onChange={(value) => {
            const theme = THEMES.find((known) => known.value === value);
            if (theme) onChange({ colorTheme: theme.value });
          }}
        />
      </Labelled>
      <GridFields extras={extras} onChange={onChange} />
    </>
  );
}

function WordsFields({ settings, onChange }: FieldsProps): ReactNode {
  return (
    <>
      <TextArea
        label="Name"
        data-autofocus
        autosize
        {...BOARD_NAME_ROWS}
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

function GridFields({ extras, onChange }: ExtrasProps): ReactNode {
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
