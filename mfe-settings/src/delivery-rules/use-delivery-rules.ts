import { invalidate, keyOf } from '@cairn/client';
import { deliveryRuleClient, deliveryRulesQuery } from '@cairn/client/delivery-rules';
import type { DeliveryRules } from '@cairn/contracts/delivery-rules';
import { useHost } from '@cairn/host';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface RuleChange {
  readonly rules: DeliveryRules;
  readonly before: DeliveryRules;
  /** Whether the message offers to undo it. */
  readonly canUndo?: boolean;
}

/** Sets the delivery rules; measures follow them later. */
export function useSetDeliveryRules() {
  const { org, toast } = useHost();
  const client = useQueryClient();
  const set = useMutation({
    mutationKey: keyOf('deliveryRules', org.id),
    mutationFn: ({ rules }: RuleChange) =>
      deliveryRuleClient.setDeliveryRules({ params: { orgId: org.id }, input: { rules } }),
    onSuccess: (answer, { before, canUndo = true }) => {
      client.setQueryData(deliveryRulesQuery(org.id).queryKey, (known) =>
        known ? { data: { ...known.data, rules: answer.data } } : known,
      );
      const message = 'Changed the delivery rules. Measures are worked out anew.';
      if (!canUndo) return toast({ kind: 'info', message });
      toast({
        kind: 'undo',
        message,
        onUndo: () => set.mutate({ rules: before, before, canUndo: false }),
      });
    },
    onError: ({ message }) =>
      toast({ kind: 'error', message: `The delivery rules are not changed. ${message}` }),
    onSettled: () =>
      Promise.all([
        invalidate(client, 'deliveryRules', org.id),
        invalidate(client, 'deliveryPreview', org.id),
      ]),
  });
  return set;
}
