import type { MarkdownCard } from './markdown-card-state.ts';
import { Button, Dialog, Markdown, Row, Text } from '@cairn/ui';
import { Checkbox, TextArea } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import type { CardEditorProps } from '../card-type.tsx';
import styles from './markdown-card-editor.module.css';

const FIELD_CLASSES = {
  root: styles.field ?? '',
  wrapper: styles.wrapper ?? '',
  input: styles.input ?? '',
};

/** Edits the text of a card beside its preview. */
export function MarkdownCardEditor({ card, onClose, onSave }: CardEditorProps<MarkdownCard>): ReactNode {
  const [draft, setDraft] = useState(card);
  const { markdown, transparent } = draft;
  return (
    <Dialog open onClose={onClose} title="Edit text" width={900} height="80vh">
      <div className={styles.editor}>
        <div className={styles.panes}>
          <TextArea
            aria-label="Markdown"
            placeholder="Write in Markdown: # a heading, **bold**, - a list"
            data-autofocus
            maxLength={50_000}
            classNames={FIELD_CLASSES}
            value={markdown}
            onChange={(event) => setDraft({ ...draft, markdown: event.currentTarget.value })}
          />
          <section className={styles.preview} aria-label="Preview">
            {markdown.trim() ? (
              <Markdown text={markdown} />
            ) : (
              <Text as="p" tone="faint">
                The preview appears here.
              </Text>
            )}
          </section>
        </div>
        <Row justify="space-between">
          <Checkbox
            label="Without a frame"
            checked={transparent}
            onChange={(event) => setDraft({ ...draft, transparent: event.currentTarget.checked })}
          />
          <Row>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => onSave(draft)}>
              Apply
            </Button>
          </Row>
        </Row>
      </div>
    </Dialog>
  );
}
