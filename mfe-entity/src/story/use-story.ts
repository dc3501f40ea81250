import type { StoryOf } from '@cairn/client/story';
import { useHost } from '@cairn/host';

/** The entity whose story is asked for, in the user's org and zone. */
export function useStoryOf(uuid: string): StoryOf {
  const { org, timezone } = useHost();
  return { orgId: org.id, uuid, timezone };
}
