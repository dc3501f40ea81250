import { invalidate } from '@cairn/client';
import { webhookClient } from '@cairn/client/webhooks';
import type { AppError, Source } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change of the webhook secrets of a source. */
export type SecretChange =
  | { readonly how: 'create'; readonly secret: string }
  | { readonly how: 'update'; readonly id: string; readonly secret: string }
  | { readonly how: 'remove'; readonly id: string };

/** What is said after a change, and before the reason where it failed. */
export const SECRET_WORDS: Readonly<Record<SecretChange['how'], { done: string; failed: string }>> = {
  create: { done: 'Secret saved successfully', failed: 'Unable to save secret' },
  update: { done: 'Successfully updated secret', failed: 'Unable to update secret' },
  remove: { done: 'Removed the secret', failed: 'Unable to remove secret' },
};

/** Changes webhook secrets of a source, and says so. */
export function useSecretChange({ id: sourceId, type }: Source) {
  const { org, toast } = useHost();
  const client = useQueryClient();
  const params = { orgId: org.id };
  return useMutation<unknown, AppError, SecretChange>({
    mutationFn: ({ how, ...change }) => {
      const input = { type, sourceId };
      if (how === 'remove' && 'id' in change)
        return webhookClient.removeSecret({ params, input: { ...input, id: change.id } });
      if (!('secret' in change)) throw new Error('there is no secret');
      if ('id' in change) return webhookClient.updateSecret({ params, input: { ...input, ...change } });
      return webhookClient.createSecret({ params, input: { ...input, secret: change.secret } });
    },
    onSuccess: (_, { how }) => {
      toast({ kind: 'info', message: SECRET_WORDS[how].done });
      return invalidate(client, 'webhookSecrets', org.id, sourceId);
    },
  });
}
