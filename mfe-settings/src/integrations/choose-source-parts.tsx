import { sourcePreviewClient } from '@cairn/client/source-preview';
import { webhookClient } from '@cairn/client/webhooks';
import type { AppError, Source, SourceType } from '@cairn/contracts';
import type { SourcePreview } from '@cairn/contracts/source-preview';
import { useHost } from '@cairn/host';
import { Dialog, Note, TableSkeleton } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { ChooseParts } from './choose-parts.tsx';
import { useSourceAction } from './sources.ts';

interface ChooseSourcePartsProps {
  readonly source: Source;
  readonly type: SourceType;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The words of the action, such as `Choose repositories`. */
export const chooseLabel = (type: SourceType): string => `Choose ${type.choice?.many ?? 'parts'}`;

/** Chooses what is read of a source that is there; one that waited for it is read from then on. */
export function ChooseSourceParts({ source, type, open, onClose }: ChooseSourcePartsProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title={`${chooseLabel(type)} of ${source.name}`}>
      {open && <Choice source={source} type={type} onClose={onClose} />}
    </Dialog>
  );
}

function Choice({ source, type, onClose }: Omit<ChooseSourcePartsProps, 'open'>): ReactNode {
  const { org, toast } = useHost();
  const { id } = source;
  const preview = useMutation<{ data: SourcePreview }, AppError>({
    mutationFn: () => sourcePreviewClient.testSource({ params: { orgId: org.id }, input: { id } }),
  });
  const change = useSourceAction((orgId, named: string) =>
    webhookClient.updateSource({
      params: { orgId },
      input: { id, settings: { [type.choice?.setting ?? '']: named } },
    }),
  );
  const { mutate } = preview;
  useEffect(() => mutate(), [mutate]);
  if (preview.error) return <Note tone="bad">{preview.error.message}</Note>;
  if (!preview.data || !type.choice) return <TableSkeleton rows={3} columns={2} rowHeight={36} />;
  return (
    <ChooseParts
      parts={preview.data.data.parts}
      choice={type.choice}
      submit={source.awaitsChoice ? 'Read these' : 'Save'}
      back="Cancel"
      pending={change.isPending}
      error={change.error?.message}
      onChoose={(named) =>
        change.mutate(named, {
          onSuccess: ({ data }) => {
            onClose();
            toast({ kind: 'info', message: `${data.name} is being read` });
          },
        })
      }
      onBack={onClose}
    />
  );
}
