import { createClient, type OrgId } from '@cairn/contracts';
import type { DeliveryRules, deliveryRuleContract } from '@cairn/contracts/delivery-rules';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keyOf } from './keys.ts';
import { routeAt } from './route-at.ts';

type Rules = typeof deliveryRuleContract;

/** The routes of svc-graph about what counts as a deployment, an incident, a severity and story points. */
export const deliveryRuleClient = /* #__PURE__ */ createClient(
  {
    getDeliveryRules: routeAt<Rules['getDeliveryRules']>('/api/{orgId}/delivery-rules/get'),
    previewDeliveryRules: routeAt<Rules['previewDeliveryRules']>('/api/{orgId}/delivery-rules/preview'),
    setDeliveryRules: routeAt<Rules['setDeliveryRules']>('/api/{orgId}/delivery-rules/set'),
  },
  (url, init) => fetch(url, init),
);

/** The delivery rules of an org, and those that hold without any. */
export function deliveryRulesQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('deliveryRules', orgId),
    queryFn: ({ signal }) => deliveryRuleClient.getDeliveryRules({ params: { orgId }, input: {}, signal }),
    select: ({ data }) => data,
  });
}

/** What rules would count. The answer before stays until the next is there. */
export function deliveryPreviewQuery(orgId: OrgId, rules: DeliveryRules) {
  return queryOptions({
    queryKey: keyOf('deliveryPreview', orgId, rules),
    queryFn: ({ signal }) =>
      deliveryRuleClient.previewDeliveryRules({ params: { orgId }, input: { rules }, signal }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
  });
}
