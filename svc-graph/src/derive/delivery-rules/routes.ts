import {
  DEFAULT_DELIVERY_RULES,
  type DeliveryRules,
  deliveryRuleContract,
} from '@cairn/contracts/delivery-rules';
import type { AuditChange } from '@cairn/contracts/audit';
import type { Handlers } from '@cairn/service-kit';
import { actorIdOf, tell } from '../../store/outbox.ts';
import type { CalendarDeps } from '../routes.ts';
import { previewRules } from './preview.ts';
import { checkAttributes, readRules, ruleStatements } from './rules.ts';

/** The routes of this slice. */
export { deliveryRuleContract };

const inWords = (value: unknown) => JSON.stringify(value).slice(0, 500);

function listChanges(before: DeliveryRules, after: DeliveryRules): AuditChange[] {
  return (Object.keys(after) as (keyof DeliveryRules)[]).flatMap((what) => {
    const [from, to] = [inWords(before[what]), inWords(after[what])];
    return from === to ? [] : [{ what, from, to }];
  });
}

/** Reads, tries and sets the delivery rules of an org. */
export function deliveryRuleHandlers({
  stores,
  recomputes,
}: CalendarDeps): Handlers<typeof deliveryRuleContract> {
  return {
    getDeliveryRules: async ({ params: { orgId } }) => {
      const { rules } = await readRules(await stores.open(orgId));
      return { data: { rules, defaults: DEFAULT_DELIVERY_RULES } };
    },
    previewDeliveryRules: async ({ params: { orgId }, input: { rules } }) => {
      const store = await stores.open(orgId);
      await checkAttributes(store, rules);
      return { data: await previewRules(store, rules) };
    },
    setDeliveryRules: async ({ params: { orgId }, input, caller }) => {
      const store = await stores.open(orgId);
      const rules = input.rules ?? DEFAULT_DELIVERY_RULES;
      await checkAttributes(store, rules);
      const changes = listChanges((await readRules(store)).rules, rules);
      const target = { id: orgId, name: 'Delivery rules' };
      await recomputes.change(orgId, [
        ...(await ruleStatements(store, rules)),
        tell(orgId, { kind: 'act', actorId: actorIdOf(caller), action: 'rules.changed', target, changes }),
      ]);
      return { data: rules };
    },
  };
}
