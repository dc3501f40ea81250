import { TextField } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './library.module.css';

/** The texts of a saved thing that are edited in their row. */
export type EditedField = 'description' | 'tags';

interface EditInPlaceProps {
  /** Names the field for assistive technology. */
  label: string;
  placeholder: string;
  value: string;
  /** The text may take two lines. */
  multiline: boolean;
  /** Stores the text; what it throws is shown, and the text stays. */
  onSave: (text: string) => Promise<void>;
  /** Ends the editing; `focus` gives the row its focus back. */
  onEnd: (focus: boolean) => void;
}

/** A text that is edited where it stands: Enter or leaving it saves, Escape returns to what was there. */
export function EditInPlace({ label, placeholder, value, multiline, ...props }: EditInPlaceProps): ReactNode {
  const [text, setText] = useState(value);
  const hasEnded = useRef(false);
  const end = (focus: boolean) => {
    hasEnded.current = true;
    props.onEnd(focus);
  };
  const save = useMutation({ mutationFn: props.onSave });
  const keep = (focus: boolean) => {
    if (hasEnded.current || save.isPending) return;
    if (text.trim() === value) end(focus);
    else save.mutate(text.trim(), { onSuccess: () => end(focus) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end(true);
    else if (event.key === 'Enter' && !event.shiftKey) keep(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const field = {
    'aria-label': label,
    placeholder,
    value: text,
    autoFocus: true,
    disabled: save.isPending,
    error: save.error !== null,
    maxLength: 2_000,
    onKeyDown,
    onBlur: () => keep(false),
  };
  return (
    <div className={styles['edit']}>
      {multiline ? (
        <TextArea {...field} rows={2} size="xs" onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <TextField {...field} size="xs" onChange={(event) => setText(event.currentTarget.value)} />
      )}
      {save.error && (
        <p role="alert" className={styles['edit-problem']}>
          There was a problem, please try again. {save.error.message}
        </p>
      )}
    </div>
  );
}
