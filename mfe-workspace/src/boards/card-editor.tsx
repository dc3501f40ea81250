import type { Card, View } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { Button, Dialog, DialogActions, Markdown, Row, Select, Stack, TextField } from '@cairn/ui';
import { Checkbox, TextArea } from '@cairn/ui/fields';
import { choiceOf, offeredViews, shapeOf, viewNamed } from '@cairn/views';
import { useState, type ReactNode } from 'react';
import { DEFAULT_VIEW, type QuestionCardState } from './question-card.tsx';

/** What a card may be drawn as; what cannot draw its question says so and cannot be chosen. */
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

interface EditorProps<C extends Card = Card> {
  card: C;
  onClose: () => void;
  onSave: (card: Card) => void;
}

/** Edits what a card holds. */
export function CardEditor({ card, onClose, onSave }: EditorProps): ReactNode {
  return card.kind === 'markdown' ? (
    <MarkdownEditor card={card} onClose={onClose} onSave={onSave} />
  ) : (
    <QuestionEditor card={card} onClose={onClose} onSave={onSave} />
  );
}

function MarkdownEditor({
  card,
  onClose,
  onSave,
}: EditorProps<Extract<Card, { kind: 'markdown' }>>): ReactNode {
  const [text, setText] = useState(card.markdown);
  const [transparent, setTransparent] = useState(card.transparent);
  return (
    <Dialog open onClose={onClose} title="Edit text" width={900} height="80vh">
      <div className="ws-writer">
        <div className="ws-writer__panes">
          <TextArea
            aria-label="Markdown"
            placeholder="Write in Markdown: # a heading, **bold**, - a list"
            data-autofocus
            maxLength={50_000}
            classNames={{ root: 'ws-writer__field', wrapper: 'ws-writer__fill', input: 'ws-writer__input' }}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <section className="ws-writer__preview" aria-label="Preview">
            {text.trim() ? <Markdown text={text} /> : <p className="cn-faint">The preview appears here.</p>}
          </section>
        </div>
        <Row justify="space-between">
          <Checkbox
            label="Without a frame"
            checked={transparent}
            onChange={(event) => setTransparent(event.currentTarget.checked)}
          />
          <Row>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => onSave({ kind: 'markdown', markdown: text, transparent })}
            >
              Apply
            </Button>
          </Row>
        </Row>
      </div>
    </Dialog>
  );
}

function QuestionEditor({ card, onClose, onSave }: EditorProps<QuestionCardState>): ReactNode {
  const [draft, setDraft] = useState(card);
  const view = draft.state.viz[0] ?? DEFAULT_VIEW;
  const change = (part: Partial<QuestionCardState>) => setDraft({ ...draft, ...part });
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
          <Checkbox
            label="Show the title"
            checked={draft.showTitle}
            onChange={(event) => change({ showTitle: event.currentTarget.checked })}
          />
          <Checkbox
            label="Center the title"
            checked={draft.centerTitle}
            onChange={(event) => change({ centerTitle: event.currentTarget.checked })}
          />
          <Checkbox
            label="Without a frame"
            checked={draft.transparent}
            onChange={(event) => change({ transparent: event.currentTarget.checked })}
          />
        </Stack>
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
