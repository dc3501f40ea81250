import { addressAt, useHost } from '@cairn/host';
import { useSpaceControl } from '@cairn/saved';
import { Button, DialogActions, PageHeader, Surface } from '@cairn/ui';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { SpaceFields, type SpaceTexts } from '../spaces/space-fields.tsx';
import { useCreateSpace } from '../spaces/use-spaces.ts';
import styles from './space.module.css';

const NEW: SpaceTexts = { name: 'New Space', description: '', scope: 'private', tags: [] };

/** The form for a new space, which then opens in edit mode (W§2.1). */
export function NewSpace(): ReactNode {
  const { org, navigate, setTitle, setDirty } = useHost();
  const [texts, setTexts] = useState(NEW);
  const create = useCreateSpace();
  useEffect(() => setTitle('New Space'), [setTitle]);
  const name = texts.name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name) return;
    create.mutate(
      { ...texts, name, tags: [...texts.tags] },
      {
        onSuccess: ({ uuid }) => {
          setDirty(false);
          navigate(addressAt(org.id, 'space', uuid, { edit: '1' }), { replace: true });
        },
      },
    );
  };
  return (
    <>
      <PageHeader title="New Space" description="A place for what you use most" />
      <Surface className={styles['form'] ?? ''}>
        <form onSubmit={submit}>
          <SpaceFields
            value={texts}
            thing={null}
            onChange={(part) => {
              setDirty(true);
              setTexts((now) => ({ ...now, ...part }));
            }}
          />
          <DialogActions>
            <Button
              type="submit"
              variant="primary"
              disabled={!name}
              loading={create.isPending}
              {...useSpaceControl()}
            >
              Create space
            </Button>
          </DialogActions>
        </form>
      </Surface>
    </>
  );
}
