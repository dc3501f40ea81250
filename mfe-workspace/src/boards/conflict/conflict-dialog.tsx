import type { DeepLink } from '@cairn/contracts';
import { Button, Dialog, DialogActions, Stack, Text } from '@cairn/ui';
import { Radio } from '@cairn/ui/fields';
import { useMemo, useState, type ReactNode } from 'react';
import { useCardTable } from '../cards/card-table.ts';
import { draftOf } from '../draft.ts';
import type { OpenBoard } from '../use-board.ts';
import styles from './conflict-dialog.module.css';
import { mergeBoards, type BoardConflict, type Side } from './merge-board.ts';

interface ConflictDialogProps {
  readonly board: OpenBoard;
  /** The version saved elsewhere. */
  readonly theirs: DeepLink;
}

/** Shows what was changed on both sides of a board, and saves both with one side of each. */
export function ConflictDialog({ board, theirs }: ConflictDialogProps): ReactNode {
  const { boardState } = useCardTable();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const merge = useMemo(() => {
    const draft = draftOf(theirs, boardState);
    return draft && mergeBoards({ base: board.base, mine: board.draft, theirs: draft });
  }, [board.base, board.draft, theirs, boardState]);
  const save = async () => {
    if (!merge) return;
    const merged = merge.merged(choices);
    if (await board.save(merged, merged.version)) board.endComparison();
  };
  return (
    <Dialog open onClose={board.endComparison} title="Changed on both sides" width={640}>
      <Stack gap={4}>
        <Text as="p">{board.conflict}</Text>
        {merge ? (
          <Differences
            conflicts={merge.conflicts}
            choices={choices}
            onChoose={(id, side) => setChoices({ ...choices, [id]: side })}
          />
        ) : (
          <Text as="p">The other version was saved in a form that this Cairn does not read.</Text>
        )}
      </Stack>
      <DialogActions>
        <Button onClick={board.endComparison}>Cancel</Button>
        <Button variant="primary" disabled={!merge} loading={board.saving} onClick={() => void save()}>
          Save both
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface DifferencesProps {
  readonly conflicts: readonly BoardConflict[];
  readonly choices: Readonly<Record<string, Side>>;
  readonly onChoose: (id: string, side: Side) => void;
}

function Differences({ conflicts, choices, onChoose }: DifferencesProps): ReactNode {
  if (conflicts.length === 0) {
    return (
      <Text as="p" tone="muted">
        You changed different parts, so nothing has to be chosen: your changes and theirs are both kept.
      </Text>
    );
  }
  return (
    <>
      <Text as="p" tone="muted">
        Everything else is kept from both. Choose what stays of the parts that both of you changed.
      </Text>
      <div className={styles.conflicts}>
        {conflicts.map(({ id, label, mine, theirs }) => (
          <Radio.Group
            key={id}
            label={label}
            value={choices[id] ?? 'mine'}
            onChange={(side) => onChoose(id, side === 'theirs' ? 'theirs' : 'mine')}
          >
            <div className={styles.sides}>
              <Radio value="mine" label={`Mine: ${mine || 'nothing'}`} />
              <Radio value="theirs" label={`Theirs: ${theirs || 'nothing'}`} />
            </div>
          </Radio.Group>
        ))}
      </div>
    </>
  );
}
