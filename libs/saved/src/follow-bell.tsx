import { followedQuery, personalClient } from '@cairn/client';
import { FOLLOWED_LINKS, FollowedLinkKind, type DeepLink, type FollowedKind } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { IconButton } from '@cairn/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import type { ReactNode } from 'react';

/** The bell of a saved thing; nothing for a type that nobody can follow. */
export function LinkBell({
  link: { id, name, type },
}: {
  link: Pick<DeepLink, 'id' | 'name' | 'type'>;
}): ReactNode {
  const kind = FollowedLinkKind.options.find((each) => FOLLOWED_LINKS[each] === type);
  return kind && <FollowBell kind={kind} id={id} name={name} />;
}

/** Begins and ends to follow a thing: its follower is notified when it changes (ruling 23). */
export function FollowBell({
  kind,
  id,
  name,
}: {
  kind: FollowedKind;
  id: string;
  /** The thing as people call it. */
  name: string;
}): ReactNode {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const { data: followed } = useQuery(followedQuery(org.id));
  const change = useMutation({
    mutationFn: (action: 'add' | 'remove') =>
      personalClient.follow({ params: { orgId: org.id }, input: { kind, id, action } }),
    onSuccess: ({ data }, action) => {
      cache.setQueryData(followedQuery(org.id).queryKey, data);
      toast({
        kind: 'info',
        message: action === 'add' ? `You follow ${name}` : `You no longer follow ${name}`,
      });
    },
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
  if (!followed) return null;
  const isFollowed = followed.some((each) => each.kind === kind && each.id === id);
  const shown = change.isPending ? change.variables === 'add' : isFollowed;
  return (
    <IconButton
      label={shown ? 'Stop following' : 'Follow'}
      aria-pressed={shown}
      onClick={() => change.mutate(isFollowed ? 'remove' : 'add')}
    >
      {shown ? <BellRing size={16} aria-hidden /> : <Bell size={16} aria-hidden />}
    </IconButton>
  );
}
