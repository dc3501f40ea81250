import { narrativePrefixesQuery, prefixClient } from '@cairn/client';
import { LONGEST_PREFIX, PREFIX_KINDS, PrefixKind, type NarrativePrefix } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, ErrorState, Row, TableSkeleton } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import styles from './narrative-prefix.module.css';

/** The instructions that precede questions to a language model, for superusers of the installation. */
export function Page(): ReactNode {
  const { data, error, isPending, refetch } = useQuery(narrativePrefixesQuery);
  return (
    <SettingsPage
      title="Prompt Instructions"
      description="What precedes every question of a kind to a language model, in all organizations. No model is connected yet, so nothing reads them."
    >
      {isPending && <TableSkeleton rows={5} columns={1} rowHeight={96} />}
      {error && !data && (
        <ErrorState title="The instructions cannot be read" error={error} onRetry={() => void refetch()} />
      )}
      {data &&
        PrefixKind.options.map((kind) => (
          <KindForm key={kind} kind={kind} saved={data.find(({ global_key }) => global_key === kind)} />
        ))}
    </SettingsPage>
  );
}

function KindForm({ kind, saved }: { kind: PrefixKind; saved: NarrativePrefix | undefined }): ReactNode {
  const { toast } = useHost();
  const cache = useQueryClient();
  const [text, setText] = useState(saved?.prefix ?? '');
  const name = PREFIX_KINDS[kind];
  const wanted = text.trim();
  const save = useMutation({
    mutationFn: (prefix: string) =>
      prefix === '' && saved
        ? prefixClient.deletePrefix({ input: { id: saved.id } })
        : prefixClient.upsertPrefix({ input: { name, prefix, global_key: kind } }),
    onSuccess: ({ data }, prefix) => {
      cache.setQueryData(narrativePrefixesQuery.queryKey, data);
      const instructions = `the instructions for ${name.toLowerCase()}`;
      if (prefix !== '' || !saved) return toast({ kind: 'info', message: `Saved ${instructions}` });
      const onUndo = () => {
        setText(saved.prefix);
        save.mutate(saved.prefix);
      };
      toast({ kind: 'undo', message: `Removed ${instructions}`, onUndo });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `They are not saved. ${message}` }),
  });
  const isSame = wanted === (saved?.prefix ?? '');
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame) save.mutate(wanted);
      }}
    >
      <TextArea
        label={name}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={LONGEST_PREFIX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Row gap={2}>
        <Button type="submit" size="small" loading={save.isPending} disabled={isSame}>
          Save
        </Button>
      </Row>
    </form>
  );
}
