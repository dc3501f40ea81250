import type { ReactNode } from 'react';
import type { DrawnAnswer } from '../answer/use-answer.ts';
import styles from './answer-notes.module.css';

/** What an answer says of its figures: that cells do not add up, and what is not final yet. */
export function notesOf({ answer }: Pick<DrawnAnswer, 'answer'>): string[] {
  const overlaps = answer.columns.flatMap(({ overlap }) => overlap ?? []);
  return [...new Set([...overlaps, ...(answer.meta.notes ?? [])])].map((note) => note.replace(/\.$/, ''));
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
