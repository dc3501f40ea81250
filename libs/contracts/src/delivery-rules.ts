import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

const params = z.object({ orgId: OrgId });

/**
 * A name, in which `*` stands for any text and capitals do not matter. With `!` before it, it takes names away that
 * others match.
 */
export const NamePattern = z.string().trim().min(1).max(100);

const Patterns = z.array(NamePattern).max(50);

/** A value that a field of the tracker or a label gives. The field comes first. */
const FieldOrLabel = z.strictObject({
  /** An attribute of the org's own, by its name; null for none. */
  attribute: z.string().min(1).max(80).nullable(),
  labels: Patterns,
});

/** What counts as a deployment, an incident, a severity and story points, where sources leave it open. */
export const DeliveryRules = z.strictObject({
  deployments: z.strictObject({
    /** Names of pipelines, or of their jobs, that deploy. */
    pipelines: Patterns,
    /** The branches that they deploy from; empty for all. */
    branches: Patterns,
    /** A release counts for a repository that has no other deployment to production. */
    releases: z.boolean(),
  }),
  /** Names of environments that are production. */
  production: Patterns.min(1, 'Name at least one environment that is production.'),
  incidents: z.strictObject({ types: Patterns, labels: Patterns }),
  severity: FieldOrLabel,
  storyPoints: FieldOrLabel,
  /** Attributes of the org's own that are not offered, by their names. */
  hidden: z.array(z.string().min(1).max(80)).max(2_000),
});
export type DeliveryRules = z.infer<typeof DeliveryRules>;

/** The rules of an org that has set none. */
export const DEFAULT_DELIVERY_RULES: DeliveryRules = {
  deployments: { pipelines: [], branches: [], releases: false },
  production: ['prod*', 'live', 'deployed'],
  incidents: { types: [], labels: [] },
  severity: { attribute: null, labels: [] },
  storyPoints: { attribute: null, labels: [] },
  hidden: [],
};

/** How many things count now, and how many would by the rules that are asked about. */
const Counted = z.object({ before: z.int(), after: z.int() });

/** What rules would do, by the names that are there. The most frequent names come first, 100 at most. */
const DeliveryPreview = z.object({
  deployments: Counted,
  incidents: Counted,
  severities: Counted,
  storyPoints: Counted,
  pipelines: z.array(z.object({ name: z.string(), pipelines: z.int(), matches: z.boolean() })),
  environments: z.array(z.object({ name: z.string(), pipelines: z.int(), isProduction: z.boolean() })),
  types: z.array(z.object({ name: z.string(), issues: z.int(), isIncident: z.boolean() })),
  labels: z.array(
    z.object({
      name: z.string(),
      issues: z.int(),
      isIncident: z.boolean(),
      severity: z.string().nullable(),
      storyPoints: z.number().nullable(),
    }),
  ),
  attributes: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      /** The issues that have a value, and one of the values. */
      issues: z.int(),
      example: z.string().nullable(),
    }),
  ),
});
export type DeliveryPreview = z.infer<typeof DeliveryPreview>;

/** The routes of the delivery rules of an org. */
export const deliveryRuleContract = defineContract({
  getDeliveryRules: {
    method: 'POST',
    path: '/api/{orgId}/delivery-rules/get',
    access: 'viewer',
    summary: 'What counts as a deployment, an incident, a severity and story points, and the defaults.',
    params,
    input: z.strictObject({}),
    output: z.object({ data: z.object({ rules: DeliveryRules, defaults: DeliveryRules }) }),
    errors: ['invalid_input'],
  },
  previewDeliveryRules: {
    method: 'POST',
    path: '/api/{orgId}/delivery-rules/preview',
    access: ORG_RIGHTS.setDeliveryRules,
    summary: 'What delivery rules would count, by the names that are there. Nothing is kept.',
    params,
    input: z.strictObject({ rules: DeliveryRules }),
    output: z.object({ data: DeliveryPreview }),
    errors: ['invalid_input'],
  },
  setDeliveryRules: {
    method: 'POST',
    path: '/api/{orgId}/delivery-rules/set',
    access: ORG_RIGHTS.setDeliveryRules,
    summary: 'Sets the delivery rules, or the defaults with null. Measures are worked out anew afterwards.',
    params,
    input: z.strictObject({ rules: DeliveryRules.nullable() }),
    output: z.object({ data: DeliveryRules }),
    errors: ['invalid_input', 'read_only'],
  },
});
