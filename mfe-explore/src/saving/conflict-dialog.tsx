import { configurationQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { exploreAddress, queryTitle, type Query } from '@cairn/query';
import { savedQuery } from '@cairn/saved';
import { Button, Dialog, DialogActions, Stack, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SavedState } from './use-saved.ts';

interface ConflictDialogProps {
  /** Who changed what, in a sentence. */
  readonly message: string;
  /** The saved query as it is now, and the one on the page. */
  readonly saved: SavedState;
  readonly query: Query;
  readonly onMine: () => void;
  readonly onNew: () => void;
  readonly onClose: () => void;
}

/** Tells who changed a saved query meanwhile, and asks which of the two stays. */
export function ConflictDialog({ saved, query, ...props }: ConflictDialogProps): ReactNode {
  const host = useHost();
  const { data: vocabulary } = useQuery(configurationQuery(host.org.id));
  const titleOf = (asked: Query) => (vocabulary ? queryTitle(asked, vocabulary) : '');
  const { link } = saved;
  const theirs = link && savedQuery.stateOf(link);
  const takeTheirs = () => {
    if (!link || !theirs) return;
    const [view] = theirs.viz;
    const place = { query: theirs.params, title: link.name, saved: link.id, ...(view ? { view } : {}) };
    host.navigate(exploreAddress(host.org.id, place));
    props.onClose();
  };
  return (
    <Dialog open onClose={props.onClose} title="Changed by somebody else" width={560}>
      <Stack gap={3}>
        <Text as="p">{props.message}</Text>
        {theirs && <Text as="p">Saved now: {titleOf(theirs.params)}</Text>}
        <Text as="p">Yours: {titleOf(query)}</Text>
      </Stack>
      <DialogActions>
        <Button onClick={props.onNew}>Save mine as new</Button>
        <Button disabled={!theirs} onClick={takeTheirs}>
          Take theirs
        </Button>
        <Button variant="primary" loading={saved.isSaving} onClick={props.onMine}>
          Replace with mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}
