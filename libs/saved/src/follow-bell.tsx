import { followedQuery, personalClient } from '@cairn/client';
import {
  FOLLOWED_LINKS,
  FollowedLinkKind,
  type DeepLink,
  type Followed,
  type FollowedKind,
} from '@cairn/contracts';
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
  formerIds = [],
  name,
}: {
  kind: FollowedKind;
  id: string;
  /** The other ids under which somebody may follow it. */
  formerIds?: readonly string[] | undefined;
  /** The thing as people call it. */
  name: string;
}): ReactNode {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const { data: followed } = useQuery(followedQuery(org.id));
  const isThis = (each: Followed) => each.kind === kind && [id, ...formerIds].includes(each.id);
  const own = (followed ?? []).filter(isThis);
  const change = useMutation({
    mutationFn: async (action: 'add' | 'remove') => {
      const ids = action === 'add' ? [id] : own.map((each) => each.id);
      for (const each of ids) {
        const input = { kind, id: each, action };
        const { data } = await personalClient.follow({ params: { orgId: org.id }, input });
        cache.setQueryData(followedQuery(org.id).queryKey, data);
      }
    },
    onSuccess: (_, action) => {
      toast({
        kind: 'info',
        message: action === 'add' ? `You follow ${name}` : `You no longer follow ${name}`,
      });
    },
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
  if (!followed) return null;
  const isFollowed = own.length > 0;
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
