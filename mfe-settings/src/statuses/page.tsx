import { orgDenial, StatusCategory, type ProjectStatuses } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Panel,
  plural,
  Select,
  TableSkeleton,
  Text,
} from '@cairn/ui';
import { ArrowDown, ArrowUp, ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import { CATEGORY_LABELS, categorised, choicesOf, moved, type ProjectStatus } from './edits.ts';
import { useSetStatuses, useStatuses } from './use-statuses.ts';
import styles from './statuses.module.css';

/** The statuses of the projects: their order and what they mean; admins change both, others see them. */
export function Page(): ReactNode {
  const host = useHost();
  const { data, error, refetch } = useStatuses();
  const mayChange = orgDenial(actorOf(host).role, 'setStatuses') === null;
  return (
    <SettingsPage
      title="Statuses"
      description={
        'Lead and cycle times count what a status means: work begins with the first one in progress, and ends with ' +
        `the last one done. ${mayChange ? 'A change works these times out anew.' : 'Admins can change them.'}`
      }
    >
      {data ? (
        <Projects projects={data} mayChange={mayChange} />
      ) : error ? (
        <ErrorState title="The statuses cannot be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton rows={5} columns={2} rowHeight={40} />
      )}
    </SettingsPage>
  );
}

interface ProjectsProps {
  readonly projects: readonly ProjectStatuses[];
  readonly mayChange: boolean;
}

function Projects({ projects, mayChange }: ProjectsProps): ReactNode {
  if (projects.length === 0)
    return (
      <EmptyState icon={<ListChecks aria-hidden />} title="No statuses yet">
        They appear here once a source brings issues of projects.
      </EmptyState>
    );
  return (
    <div className={styles['projects']}>
      {projects.map((of) => (
        <Project key={of.project.uuid} of={of} mayChange={mayChange} />
      ))}
    </div>
  );
}

function Project({ of, mayChange }: { of: ProjectStatuses; mayChange: boolean }): ReactNode {
  const set = useSetStatuses();
  const { project, decided, statuses } = of;
  const choices = choicesOf(statuses);
  return (
    <Panel
      title={project.name}
      actions={
        decided && mayChange ? (
          <Button variant="subtle" size="small" onClick={() => set.mutate({ of, statuses: null })}>
            Follow the history
          </Button>
        ) : (
          <Text tone="faint">{decided ? 'Decided by an admin' : 'From the history of its issues'}</Text>
        )
      }
    >
      <ol className={styles['statuses']} aria-label={`Statuses of ${project.name}`}>
        {statuses.map((status, at) => (
          <li key={status.name} className={styles['status']}>
            <span className={styles['name']}>
              {status.name} <Text tone="muted">{plural(status.issues, 'issue')}</Text>
            </span>
            {mayChange ? (
              <Choices
                status={status}
                isFirst={at === 0}
                isLast={at === statuses.length - 1}
                onMove={(by) => set.mutate({ of, statuses: moved(choices, at, by) })}
                onCategory={(category) =>
                  set.mutate({ of, statuses: categorised(choices, status.name, category) })
                }
              />
            ) : (
              <Text tone="muted">{CATEGORY_LABELS[status.category]}</Text>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface ChoicesProps {
  readonly status: ProjectStatus;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onCategory: (category: StatusCategory) => void;
}

const CATEGORIES = StatusCategory.options.map((value) => ({ value, label: CATEGORY_LABELS[value] }));

function Choices({ status, isFirst, isLast, onMove, onCategory }: ChoicesProps): ReactNode {
  const { name, category } = status;
  return (
    <>
      <Select
        w={140}
        aria-label={`Category of ${name}`}
        allowDeselect={false}
        data={CATEGORIES}
        value={category}
        onChange={(value) => {
          const chosen = StatusCategory.safeParse(value);
          if (chosen.success && chosen.data !== category) onCategory(chosen.data);
        }}
      />
      <IconButton label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden size={16} />
      </IconButton>
      <IconButton label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden size={16} />
      </IconButton>
    </>
  );
}
