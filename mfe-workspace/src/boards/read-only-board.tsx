import type { DeepLink } from '@cairn/contracts';
import { ErrorState } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Canvas } from './canvas.tsx';
import { useCardTable } from './cards/card-table.ts';
import { draftOf } from './draft.ts';

const ignore = () => undefined;

/** A saved board that cannot be changed where it is shown. */
export function ReadOnlyBoard({ link }: { link: DeepLink }): ReactNode {
  const { boardState } = useCardTable();
  const draft = draftOf(link, boardState);
  if (!draft) {
    return (
      <ErrorState title="This board cannot be shown">
        It was saved in a form that this version of Cairn does not read.
      </ErrorState>
    );
  }
  return (
    <Canvas
      name={link.name}
      state={draft.state}
      range={draft.state.extras.defaultDateRange ?? null}
      unlocked={false}
      onEdit={ignore}
      onEditCard={ignore}
      onRemoveCard={ignore}
    />
  );
}
