import { View } from '@cairn/contracts';
import type { ExploreCard } from './explore-card-state.ts';
import type { Query } from '@cairn/query';
import { Button, Dialog, DialogActions, Select, Stack, TagsInput, TextField } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import { choiceOf, offeredViews, shapeOf, viewNamed } from '@cairn/views';
import { useState, type ReactNode } from 'react';
import type { CardEditorProps } from '../card-type.tsx';
import { DEFAULT_VIEW, savedViewOf } from './card-query.ts';

/** The views a card may choose; a view that cannot draw its query says so and is disabled. */
function viewChoices(query: Query) {
  const shape = shapeOf(query);
  return [
    { value: 'default', label: 'Chosen by the question' },
    ...offeredViews().map(({ id, label, view }) => {
      const fit = view.fits(shape);
      return {
        value: id,
        label: fit.ok ? label : `${label}: ${fit.reason}`,
        disabled: !fit.ok,
      };
    }),
  ];
}

function pickedId(view: View): string {
  const drawn = viewNamed(view.value);
  return (drawn && choiceOf(drawn, view.config)?.id) ?? 'default';
}

function viewOf(id: string): View {
  const offered = offeredViews().find((candidate) => candidate.id === id);
  return offered ? { value: offered.view.id, config: offered.config } : DEFAULT_VIEW;
}

const SWITCHES = [
  { key: 'showTitle', label: 'Show the title' },
  { key: 'centerTitle', label: 'Center the title' },
  { key: 'transparent', label: 'Without a frame' },
] as const;

/** Edits the title, the view and the frame of a card. */
export function ExploreCardEditor({ card, onClose, onSave }: CardEditorProps<ExploreCard>): ReactNode {
  const [draft, setDraft] = useState(card);
  const view = savedViewOf(draft);
  const change = (part: Partial<ExploreCard>) => setDraft({ ...draft, ...part });
  return (
    <Dialog open onClose={onClose} title="Edit card">
      <Stack gap={4}>
        <TextField
          label="Title"
          data-autofocus
          maxLength={200}
          value={draft.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Select
          label="View"
          data={viewChoices(draft.state.params)}
          value={pickedId(view)}
          onChange={(id) => {
            if (id !== null && id !== pickedId(view)) {
              change({ state: { ...draft.state, viz: [viewOf(id)] } });
            }
          }}
        />
        <Stack gap={2}>
          {SWITCHES.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={draft[key]}
              onChange={(event) => change({ [key]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
        <TagsInput
          label="Snippets"
          description="Readers may ask the question with the snippets of these tags."
          placeholder="Type a tag and press Enter"
          value={draft.snippetTags}
          onChange={(snippetTags) => change({ snippetTags })}
        />
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={() => onSave(draft)}>
          Apply
        </Button>
      </DialogActions>
    </Dialog>
  );
}
