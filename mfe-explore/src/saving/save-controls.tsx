import { AppError, atLeast, READ_ONLY_MESSAGE } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { Badge, Button, lazyComponent } from '@cairn/ui';
import { Save } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SaveDialog, type SaveDetails } from './save-dialog.tsx';
import type { SavedState } from './use-saved.ts';

const ConflictDialog = lazyComponent(async () => (await import('./conflict-dialog.tsx')).ConflictDialog);

export interface SaveControlsProps {
  readonly saved: SavedState;
  readonly query: Query;
  readonly suggestedName: string;
  readonly onSaved: (link: { id: string; name: string }) => void;
}

/** Shows whether the query is saved, and saves it, over the opened saved query if allowed. */
export function SaveControls({ saved, query, suggestedName, onSaved }: SaveControlsProps): ReactNode {
  const host = useHost();
  const [open, setOpen] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const mayWrite = atLeast(host.org.role, 'user');
  const mayUpdate = mayWrite && saved.link?.canEdit === true && saved.status === 'modified';
  const start = () => (mayWrite ? setOpen(true) : host.toast({ kind: 'info', message: READ_ONLY_MESSAGE }));
  const create = async (details: SaveDetails) => {
    try {
      const link = await saved.create(details);
      setOpen(false);
      onSaved(link);
      host.toast({ kind: 'info', message: `Saved “${link.name}”` });
    } catch (error) {
      host.toast({ kind: 'error', message: messageOf(error) });
    }
  };
  const update = async () => {
    try {
      const link = await saved.update();
      setConflict(null);
      host.toast({ kind: 'info', message: `Saved “${link.name}”` });
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') setConflict(error.message);
      else host.toast({ kind: 'error', message: messageOf(error) });
    }
  };
  return (
    <>
      {saved.status === 'saved' && <Badge tone="good">Saved</Badge>}
      {saved.status === 'modified' && <Badge tone="warn">Modified</Badge>}
      {mayUpdate && (
        <Button loading={saved.isSaving && !open} onClick={() => void update()}>
          Save changes
        </Button>
      )}
      <Button icon={<Save aria-hidden />} onClick={start}>
        {saved.status === 'new' ? 'Save query' : 'Save as new'}
      </Button>
      {conflict !== null && (
        <ConflictDialog
          message={conflict}
          saved={saved}
          query={query}
          onMine={() => void update()}
          onNew={() => {
            setConflict(null);
            setOpen(true);
          }}
          onClose={() => setConflict(null)}
        />
      )}
      {open && (
        <SaveDialog
          suggestedName={suggestedName}
          isSaving={saved.isSaving}
          onSave={(details) => void create(details)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function messageOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'The query is not saved. Try again.';
}
