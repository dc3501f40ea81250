import type { ReactNode } from 'react';
import type { DrawnAnswer } from '../answer/use-answer.ts';
import styles from './answer-notes.module.css';

/** What an answer says of its figures: what is withheld, that cells do not add up, and what is not final yet. */
export function notesOf({ answer }: Pick<DrawnAnswer, 'answer'>): string[] {
  const overlaps = answer.columns.flatMap(({ overlap }) => overlap ?? []);
  const { notes = [], withheld } = answer.meta;
  const all = new Set([...(withheld ? [withheld.words] : []), ...overlaps, ...notes]);
  return [...all].map((note) => note.replace(/\.$/, ''));
}

/** The notes of an answer beneath its picture; nothing without any. */
export function AnswerNotes({ drawn }: { drawn: DrawnAnswer | undefined }): ReactNode {
  const notes = drawn ? notesOf(drawn).join(' · ') : '';
  return notes === '' ? null : (
    <footer className={styles.notes} title={notes}>
      {notes}
    </footer>
  );
}
