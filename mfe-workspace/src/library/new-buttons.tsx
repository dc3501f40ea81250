import { controlOf, useHost } from '@cairn/host';
import { useSavedTypes } from '@cairn/saved';
import { Button } from '@cairn/ui';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryActions } from './use-library-actions.ts';

/** A button for each type that people can start; the last one is the primary. */
export function NewButtons({ actions }: { actions: LibraryActions }): ReactNode {
  const { org, navigate } = useHost();
  const types = useSavedTypes().filter(
    // What only super admins create is no button that others cannot press.
    (type) => type.create && (type.rules.creator !== 'super' || actions.denialOf(type) === null),
  );
  return types.map((type, index) => {
    const { create, icon: Icon } = type;
    const isPrimary = index === types.length - 1;
    // Everybody may begin a query; saving it is another matter.
    const denial = type.isQuestion ? null : actions.denialOf(type);
    return (
      <Button
        key={type.type}
        {...(isPrimary ? { variant: 'primary' } : {})}
        icon={isPrimary ? <Plus aria-hidden /> : <Icon aria-hidden />}
        onClick={() => navigate(`/${org.id}/${create?.path}`)}
        {...controlOf(denial, create?.denied ?? type.rules.denied)}
      >
        {create?.label}
      </Button>
    );
  });
}
