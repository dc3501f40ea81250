import type { DeliveryPreview, DeliveryRules } from '@cairn/contracts/delivery-rules';
import { Panel, plural, Select, Text } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { Setting } from '../setting.tsx';
import { NameList } from './name-list.tsx';
import { PatternInput } from './pattern-input.tsx';
import {
  choicesFor,
  countInWords,
  DEPLOYMENT_FIELDS,
  type FieldOrLabel,
  INCIDENT_FIELDS,
  labelField,
} from './rule-fields.ts';
import styles from './delivery-rules.module.css';

interface RulePanelProps {
  readonly rules: DeliveryRules;
  /** What the rules would count; absent until it is known, and for those who may only read. */
  readonly preview: DeliveryPreview | undefined;
  /** Absent for those who may only read. */
  readonly onChange?: ((rules: DeliveryRules) => void) | undefined;
}

interface CountedPanelProps {
  readonly title: string;
  /** What the rules would count, in words. */
  readonly count: string | undefined;
  readonly lists?: ReactNode;
  readonly children: ReactNode;
}

/** What counts as a thing: how many there are, the fields of the rule, and the names that it meets. */
function CountedPanel({ title, count, lists, children }: CountedPanelProps): ReactNode {
  return (
    <Panel title={title}>
      {count !== undefined && (
        <Text as="p" className={styles['count'] ?? ''}>
          {count}
        </Text>
      )}
      {children}
      {lists && <div className={styles['lists']}>{lists}</div>}
    </Panel>
  );
}

/** What counts as a deployment, and which environments are production. */
export function DeploymentPanel({ rules, preview, onChange }: RulePanelProps): ReactNode {
  const { deployments } = rules;
  const [one, many] = ['deployment reached production', 'deployments reached production'];
  return (
    <CountedPanel
      title="Deployments"
      count={preview && countInWords(preview.deployments, one, many)}
      lists={preview && <DeploymentNames preview={preview} />}
    >
      {DEPLOYMENT_FIELDS.map((field) => (
        <PatternInput key={field.label} {...{ field, rules, onChange }} />
      ))}
      <Setting
        name="Releases"
        hint="A release that is no draft and no pre-release counts for a repository that has no other deployment."
      >
        {onChange ? (
          <Checkbox
            label="Releases count as deployments"
            checked={deployments.releases}
            onChange={({ currentTarget: { checked: releases } }) =>
              onChange({ ...rules, deployments: { ...deployments, releases } })
            }
          />
        ) : (
          <Text>{deployments.releases ? 'Count as deployments' : 'Do not count'}</Text>
        )}
      </Setting>
    </CountedPanel>
  );
}

function DeploymentNames({ preview }: { preview: DeliveryPreview }): ReactNode {
  return (
    <>
      <NameList
        label="Pipelines by name"
        names={preview.pipelines.map(({ name, pipelines, matches }) => ({
          name,
          count: plural(pipelines, 'run'),
          as: matches ? 'Deploys' : undefined,
        }))}
      />
      <NameList
        label="Environments"
        names={preview.environments.map(({ name, pipelines, isProduction }) => ({
          name: name || 'None named',
          count: plural(pipelines, 'run'),
          as: isProduction ? 'Production' : undefined,
        }))}
      />
    </>
  );
}

/** What counts as an incident. */
export function IncidentPanel({ rules, preview, onChange }: RulePanelProps): ReactNode {
  return (
    <CountedPanel
      title="Incidents"
      count={preview && countInWords(preview.incidents, 'incident', 'incidents')}
      lists={preview && <IncidentNames preview={preview} />}
    >
      {INCIDENT_FIELDS.map((field) => (
        <PatternInput key={field.label} {...{ field, rules, onChange }} />
      ))}
    </CountedPanel>
  );
}

function IncidentNames({ preview }: { preview: DeliveryPreview }): ReactNode {
  return (
    <>
      {(['types', 'labels'] as const).map((list) => (
        <NameList
          key={list}
          label={list === 'types' ? 'Types of issues' : 'Labels'}
          names={preview[list].map(({ name, issues, isIncident }) => ({
            name,
            count: plural(issues, 'issue'),
            as: isIncident ? 'Incident' : undefined,
          }))}
        />
      ))}
    </>
  );
}

const TITLES: Readonly<Record<FieldOrLabel, string>> = { severity: 'Severity', storyPoints: 'Story points' };
const COUNTED = {
  severity: ['severities', 'issue with a severity', 'issues with a severity'],
  storyPoints: ['storyPoints', 'issue with points', 'issues with points'],
} as const;

/** Where a severity or points come from when the source of an issue gives none, or another one is wanted. */
export function FieldPanel({ part, ...props }: RulePanelProps & { part: FieldOrLabel }): ReactNode {
  const { rules, preview, onChange } = props;
  const choices = choicesFor(part, preview?.attributes ?? []);
  const { attribute } = rules[part];
  const [counted, one, many] = COUNTED[part];
  const shown = preview?.labels.filter((label) => label[part] !== null) ?? [];
  return (
    <CountedPanel title={TITLES[part]} count={preview && countInWords(preview[counted], one, many)}>
      <Setting name="Field of the tracker" hint="It comes before labels, and before what the source states.">
        {onChange ? (
          <Select
            aria-label={`Field that gives ${TITLES[part].toLowerCase()}`}
            clearable
            placeholder={choices.length === 0 ? 'No such field is known' : 'As the source states'}
            disabled={choices.length === 0 && attribute === null}
            data={choices}
            value={attribute}
            onChange={(chosen) => onChange({ ...rules, [part]: { ...rules[part], attribute: chosen } })}
          />
        ) : (
          <Text {...(attribute === null && { tone: 'faint' })}>{attribute ?? 'As the source states'}</Text>
        )}
      </Setting>
      <PatternInput field={labelField(part)} {...{ rules, onChange }} />
      <NameList
        label={`Labels that give ${TITLES[part].toLowerCase()}`}
        names={shown.map((label) => ({
          name: label.name,
          count: plural(label.issues, 'issue'),
          as: String(label[part]),
        }))}
      />
    </CountedPanel>
  );
}

/** The fields of the org's own tracker, each to be offered or not. */
export function OwnFieldPanel({ rules, preview, onChange }: RulePanelProps): ReactNode {
  if (!preview || !onChange || preview.attributes.length === 0) return null;
  const { hidden } = rules;
  return (
    <Panel title="Fields of your tracker">
      <Text as="p" tone="muted">
        What is not offered is read all the same, and comes back once it is ticked.
      </Text>
      <ul className={styles['list']} aria-label="Fields of your tracker">
        {preview.attributes.map(({ name, label, issues, example }) => (
          <li key={name} className={styles['line']}>
            <Checkbox
              label={label}
              checked={!hidden.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  ...rules,
                  hidden: checked ? hidden.filter((each) => each !== name) : [...hidden, name],
                })
              }
            />
            <Text tone="faint" className={styles['example'] ?? ''}>
              {example === null ? 'Empty everywhere' : `${plural(issues, 'issue')}, such as ${example}`}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
