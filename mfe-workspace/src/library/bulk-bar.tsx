import { createDenial, scopesFor, type Scope } from '@cairn/contracts';
import { actorOf, controlOf, useHost } from '@cairn/host';
import { useSpaceControl } from '@cairn/saved';
import { Button, lazyComponent, Menu, plural, Text } from '@cairn/ui';
import { Eye, LayoutDashboard, Shapes, Tags, Trash2, UserRoundPen, X } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { LibraryRow } from './items.ts';
import styles from './library.module.css';
import type { LibraryActions } from './use-library-actions.ts';
import type { LibrarySelection } from './use-selection.ts';
import { ScopeItems } from './visibility-menu.tsx';

const AddToBoard = lazyComponent(async () => (await import('./add-to-board.tsx')).AddToBoard);
const AddToSpace = lazyComponent(async () => (await import('./add-to-space.tsx')).AddToSpace);
const OwnerDialog = lazyComponent(async () => (await import('./owner-dialog.tsx')).OwnerDialog);
const TagDialog = lazyComponent(async () => (await import('./tag-dialog.tsx')).TagDialog);

export type AddDialog = 'board' | 'space' | 'tags' | 'owner';

/** The dialog that adds rows to a board or a space, tags to them, or gives them to somebody. */
export function AddDialogs({
  open,
  rows,
  actions,
  onClose,
}: {
  open: AddDialog | null;
  rows: readonly LibraryRow[];
  actions: LibraryActions;
  onClose: () => void;
}): ReactNode {
  if (open === null || rows.length === 0) return null;
  return (
    <Suspense>
      {open === 'board' && <AddToBoard rows={rows} onClose={onClose} />}
      {open === 'space' && <AddToSpace rows={rows} onClose={onClose} />}
      {open === 'owner' && <OwnerDialog rows={rows} actions={actions} onClose={onClose} />}
      {open === 'tags' && <TagDialog rows={rows} actions={actions} onClose={onClose} />}
    </Suspense>
  );
}

/** Whether a row can be a card of a board, and an item of a space. */
export const isBoardable = ({ type }: LibraryRow): boolean => type.isQuestion;
export const isSpaceable = ({ link }: LibraryRow): boolean =>
  link.type === 'explore-v1' || link.type === 'dashboard-v1';

/** The attributes of a control that puts cards on a board: everybody but viewers may have one to change. */
export const useBoardControl = () =>
  controlOf(createDenial(actorOf(useHost()), { creator: 'user' }), 'Changing boards needs the role user.');

/** Why what is selected cannot be changed, as the tooltip of a disabled button. */
const useUneditable = (editable: readonly LibraryRow[]) => {
  const { role } = actorOf(useHost());
  if (editable.length > 0) return {};
  return controlOf(role === 'viewer' ? 'read_only' : 'forbidden', 'None of these is yours to change');
};

/** Whether a row may have another owner: what is shared with the org, by whoever may change it. */
export const isGivable = ({ link }: LibraryRow): boolean => link.canEdit && link.scope === 'org';

/** What can be done to all selected rows at once. */
export function BulkBar({
  selection,
  actions,
}: {
  selection: LibrarySelection;
  actions: LibraryActions;
}): ReactNode {
  const [dialog, setDialog] = useState<AddDialog | null>(null);
  const { rows, all, clear } = selection;
  const editable = rows.filter(({ link }) => link.canEdit);
  const removeAll = async () => {
    if (await actions.remove(editable)) clear();
  };
  return (
    <div className={styles['bulk']} role="toolbar" aria-label="Selected things">
      <Text numeric>{plural(rows.length, 'selected', 'selected')}</Text>
      <Button size="small" onClick={all}>
        Select all of this page
      </Button>
      <AddButtons rows={rows} editable={editable} onOpen={setDialog} />
      <ScopeButton rows={editable} onScope={(scope) => void actions.setScope(editable, scope)} />
      <Button
        size="small"
        variant="danger"
        icon={<Trash2 aria-hidden />}
        onClick={() => void removeAll()}
        {...useUneditable(editable)}
      >
        Delete
      </Button>
      <Button size="small" variant="subtle" icon={<X aria-hidden />} onClick={clear}>
        Clear
      </Button>
      {editable.length < rows.length && (
        <Text tone="muted">{`${plural(rows.length - editable.length, 'is', 'are')} not yours to change`}</Text>
      )}
      <AddDialogs open={dialog} rows={rows} actions={actions} onClose={() => setDialog(null)} />
    </div>
  );
}

/** The buttons of the dialogs that add something. */
function AddButtons({
  rows,
  editable,
  onOpen,
}: {
  rows: readonly LibraryRow[];
  editable: readonly LibraryRow[];
  onOpen: (dialog: AddDialog) => void;
}): ReactNode {
  return (
    <>
      <Button
        size="small"
        icon={<LayoutDashboard aria-hidden />}
        disabled={!rows.some(isBoardable)}
        onClick={() => onOpen('board')}
        {...useBoardControl()}
      >
        Add to board
      </Button>
      <Button
        size="small"
        icon={<Shapes aria-hidden />}
        disabled={!rows.some(isSpaceable)}
        onClick={() => onOpen('space')}
        {...useSpaceControl()}
      >
        Add to space
      </Button>
      <Button
        size="small"
        icon={<Tags aria-hidden />}
        onClick={() => onOpen('tags')}
        {...useUneditable(editable)}
      >
        Tag
      </Button>
      <Button
        size="small"
        icon={<UserRoundPen aria-hidden />}
        disabled={!rows.some(isGivable)}
        onClick={() => onOpen('owner')}
      >
        Owner
      </Button>
    </>
  );
}

/** Offers the visibilities that every row may have. */
function ScopeButton({
  rows,
  onScope,
}: {
  rows: readonly LibraryRow[];
  onScope: (scope: Scope) => void;
}): ReactNode {
  const actor = actorOf(useHost());
  const scopes = (['private', 'org', 'global'] as const).filter((scope) =>
    rows.every(({ link, type }) => scopesFor(actor, link, type.rules).includes(scope)),
  );
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          size="small"
          icon={<Eye aria-hidden />}
          disabled={scopes.length === 0}
          {...useUneditable(rows)}
        >
          Visibility
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScopeItems scopes={scopes} onScope={onScope} />
      </Menu.Dropdown>
    </Menu>
  );
}
