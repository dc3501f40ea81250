import { notificationSettingsQuery, personalClient } from '@cairn/client';
import { NOTIFICATION_KINDS, NotificationKind } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { ErrorState, TableSkeleton } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Setting, SettingsPage } from '../setting.tsx';
import { FollowedThings } from './followed-things.tsx';

/** When each kind is sent, beneath its name. */
const HINTS: Readonly<Record<NotificationKind, string>> = {
  IntegrationError: 'For org admins, until the source is read again.',
  Followed: 'When somebody else changes what you follow, or a source brings news of it.',
  Shared: 'When somebody else makes a board visible to everybody here.',
  Given: 'When you become the owner of a board, a query or another saved thing.',
  JobFinished: 'When something that you started in the background is done.',
};

/** Which notifications the user gets in this org; each choice is saved at once. */
export function Page(): ReactNode {
  const { org } = useHost();
  const { data, error, isPending, refetch } = useQuery(notificationSettingsQuery(org.id));
  return (
    <SettingsPage title="Notifications" description={`What the bell tells you about in ${org.name}.`}>
      {isPending && <TableSkeleton rows={4} columns={2} rowHeight={60} />}
      {error && !data && (
        <ErrorState title="Your settings cannot be read" error={error} onRetry={() => void refetch()} />
      )}
      {data &&
        NotificationKind.options.map((kind) => (
          <Setting key={kind} name={NOTIFICATION_KINDS[kind]} hint={HINTS[kind]}>
            <KindSwitch kind={kind} wanted={data[kind]} />
          </Setting>
        ))}
      <FollowedThings />
    </SettingsPage>
  );
}

function KindSwitch({ kind, wanted }: { kind: NotificationKind; wanted: boolean }): ReactNode {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (on: boolean) =>
      personalClient.setNotificationSettings({ params: { orgId: org.id }, input: { [kind]: on } }),
    onSuccess: ({ data }) => cache.setQueryData(notificationSettingsQuery(org.id).queryKey, data),
    onError: ({ message }) => toast({ kind: 'error', message: `This is not saved. ${message}` }),
  });
  return (
    <Switch
      aria-label={NOTIFICATION_KINDS[kind]}
      checked={save.isPending ? save.variables : wanted}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
}
