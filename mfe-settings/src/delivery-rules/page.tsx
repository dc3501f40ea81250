import { orgDenial } from '@cairn/contracts';
import { deliveryPreviewQuery, deliveryRulesQuery } from '@cairn/client/delivery-rules';
import type { DeliveryRules } from '@cairn/contracts/delivery-rules';
import { actorOf, useHost } from '@cairn/host';
import { Button, ErrorState, Note, Row, Stack, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import { DeploymentPanel, FieldPanel, IncidentPanel, OwnFieldPanel } from './rule-panels.tsx';
import { useSetDeliveryRules } from './use-delivery-rules.ts';
import styles from './delivery-rules.module.css';

const DESCRIPTION =
  'What counts as a deployment, an incident, a severity and story points. In a name, * stands for any text, and ! before it leaves it out.';

/** What counts for the measures of delivery; admins change it and see what it would do, others read it. */
export function Page(): ReactNode {
  const host = useHost();
  const { data, error, refetch } = useQuery(deliveryRulesQuery(host.org.id));
  const mayChange = orgDenial(actorOf(host).role, 'setDeliveryRules') === null;
  return (
    <SettingsPage
      title="Delivery rules"
      description={mayChange ? DESCRIPTION : `${DESCRIPTION} Admins can change it.`}
    >
      {data ? (
        mayChange ? (
          <RuleForm before={data.rules} defaults={data.defaults} />
        ) : (
          <Panels rules={data.rules} />
        )
      ) : error ? (
        <ErrorState title="The delivery rules cannot be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton rows={6} columns={2} rowHeight={60} />
      )}
    </SettingsPage>
  );
}

interface PanelsProps {
  readonly rules: DeliveryRules;
  readonly onChange?: (rules: DeliveryRules) => void;
}

function Panels({ rules, onChange }: PanelsProps): ReactNode {
  const { org } = useHost();
  const { data, error } = useQuery({
    ...deliveryPreviewQuery(org.id, rules),
    enabled: onChange !== undefined,
  });
  const props = { rules, onChange, preview: data };
  return (
    <Stack gap={4} className={styles['panels']}>
      {error && <Note tone="bad">What these rules would count is not known. {error.message}</Note>}
      <DeploymentPanel {...props} />
      <IncidentPanel {...props} />
      <FieldPanel part="severity" {...props} />
      <FieldPanel part="storyPoints" {...props} />
      <OwnFieldPanel {...props} />
    </Stack>
  );
}

const isSame = (one: DeliveryRules, other: DeliveryRules) => JSON.stringify(one) === JSON.stringify(other);

function RuleForm({ before, defaults }: { before: DeliveryRules; defaults: DeliveryRules }): ReactNode {
  const [edited, setEdited] = useState<DeliveryRules | null>(null);
  const rules = edited ?? before;
  const set = useSetDeliveryRules();
  const save = (next: DeliveryRules) =>
    set.mutate({ rules: next, before }, { onSuccess: () => setEdited(null) });
  const changed = !isSame(rules, before);
  return (
    <>
      <Panels rules={rules} onChange={setEdited} />
      <Row gap={2} wrap className={styles['bar']}>
        <Button variant="primary" disabled={!changed} loading={set.isPending} onClick={() => save(rules)}>
          Save
        </Button>
        <Button disabled={!changed || set.isPending} onClick={() => setEdited(null)}>
          Discard
        </Button>
        {!isSame(before, defaults) && (
          <Button variant="subtle" disabled={set.isPending} onClick={() => save(defaults)}>
            Use the defaults
          </Button>
        )}
      </Row>
    </>
  );
}
