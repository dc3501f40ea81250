import type { WorkingCalendar } from '@cairn/contracts';
import { Button, Dialog, DialogActions, Note } from '@cairn/ui';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { CalendarFields } from './calendar-fields.tsx';
import { draftOf, readDraft } from './calendar-words.ts';
import { OwnerField } from './owner-field.tsx';
import { useSetCalendar, type Named, type Owner } from './use-calendars.ts';
import styles from './calendars.module.css';

/** The edited calendar: its owner, its earlier value, and the first values of its fields. */
export interface Edited {
  /** Null while it is still to be chosen. */
  readonly owner: Owner | null;
  readonly name: string | null;
  readonly before: WorkingCalendar | null;
  readonly from: WorkingCalendar;
}

interface CalendarDialogProps {
  readonly open: boolean;
  readonly edited: Edited;
  /** The existing calendars: a new owner must have none yet. */
  readonly taken: readonly { readonly owner: Owner }[];
  readonly onClose: () => void;
}

/** A dialog that edits a working calendar; each fault stands beside its field. */
export function CalendarDialog({ open, edited, taken, onClose }: CalendarDialogProps): ReactNode {
  const title = edited.name === null ? 'Add calendar' : `Working calendar of ${edited.name}`;
  return (
    <Dialog open={open} onClose={onClose} title={title} width={520}>
      <CalendarForm key={edited.owner} open={open} edited={edited} taken={taken} onClose={onClose} />
    </Dialog>
  );
}

function CalendarForm({ open, edited, taken, onClose }: CalendarDialogProps): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(edited.from));
  const [chosen, setChosen] = useState<Named | null>(null);
  const [tried, setTried] = useState(false);
  const set = useSetCalendar();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);
  const { calendar, wrong } = readDraft(draft);
  const owner = edited.owner ?? chosen?.uuid;
  const isTaken = chosen !== null && taken.some((each) => each.owner === chosen.uuid);
  const name = edited.name ?? chosen?.name ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!calendar || owner === undefined || isTaken) return;
    const said = { message: `Saved the calendar of ${name}`, before: edited.before };
    const failed = () => (isShown.current ? null : `The calendar of ${name} is not saved.`);
    set.mutate({ owner, calendar, said, failed }, { onSuccess: onClose });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {edited.owner === null && (
        <OwnerField
          chosen={chosen}
          onChoose={setChosen}
          error={
            isTaken
              ? `${name} has a calendar already. Close this and edit it.`
              : tried && !chosen
                ? 'Choose whose calendar it is.'
                : undefined
          }
        />
      )}
      <CalendarFields draft={draft} wrong={tried ? wrong : {}} onChange={setDraft} />
      {set.error && <Note tone="bad">The calendar is not saved. {set.error.message}</Note>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={set.isPending}>
          Save calendar
        </Button>
      </DialogActions>
    </form>
  );
}
