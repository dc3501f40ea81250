import { AppError } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { savedQuery, useCreateControl } from '@cairn/saved';
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

/** Saves the query, and keeps the sentence of a conflict until the user has chosen. */
function useSaving({ saved, onSaved }: Pick<SaveControlsProps, 'saved' | 'onSaved'>) {
  const { toast } = useHost();
  const [isNaming, setNaming] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const done = (link: { name: string }) => toast({ kind: 'info', message: `Saved “${link.name}”` });
  const failed = (error: unknown) => toast({ kind: 'error', message: messageOf(error) });
  const create = async (details: SaveDetails) => {
    try {
      const link = await saved.create(details);
      setNaming(false);
      onSaved(link);
      done(link);
    } catch (error) {
      failed(error);
    }
  };
  const update = async () => {
    try {
      const link = await saved.update();
      setConflict(null);
      onSaved(link);
      done(link);
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') setConflict(error.message);
      else failed(error);
    }
  };
  return { isNaming, setNaming, conflict, endConflict: () => setConflict(null), create, update };
}

/** Shows whether the query is saved, and saves it, over the opened saved query if allowed. */
export function SaveControls({ saved, query, suggestedName, onSaved }: SaveControlsProps): ReactNode {
  const saving = useSaving({ saved, onSaved });
  const mayUpdate = saved.link?.canEdit === true && saved.status === 'modified';
  const saveAsNew = () => {
    saving.endConflict();
    saving.setNaming(true);
  };
  return (
    <>
      {saved.status === 'saved' && <Badge tone="good">Saved</Badge>}
      {saved.status === 'modified' && <Badge tone="warn">Modified</Badge>}
      {mayUpdate && (
        <Button loading={saved.isSaving && !saving.isNaming} onClick={() => void saving.update()}>
          Save changes
        </Button>
      )}
      <Button
        icon={<Save aria-hidden />}
        onClick={() => saving.setNaming(true)}
        {...useCreateControl(savedQuery.rules)}
      >
        {saved.status === 'new' ? 'Save query' : 'Save as new'}
      </Button>
      {saving.conflict !== null && (
        <ConflictDialog
          {...{ saved, query }}
          message={saving.conflict}
          onMine={() => void saving.update()}
          onNew={saveAsNew}
          onClose={saving.endConflict}
        />
      )}
      {saving.isNaming && (
        <SaveDialog
          suggestedName={suggestedName}
          isSaving={saved.isSaving}
          onSave={(details) => void saving.create(details)}
          onClose={() => saving.setNaming(false)}
        />
      )}
    </>
  );
}

function messageOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'The query is not saved. Try again.';
}
