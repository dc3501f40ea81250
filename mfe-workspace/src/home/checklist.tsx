import { keyOf, personalClient, userStateQuery } from '@cairn/client';
import { ONBOARDING_TASKS, type OnboardingTask, type OnboardingTaskId } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { IconButton, LinkButton, Panel, ProgressBar, Text } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ChecklistState } from './checklist-state.ts';
import styles from './personal.module.css';

/** The page on which each task is done; those without an org are addresses of all of Cairn. */
const PLACES: Readonly<Record<OnboardingTaskId, string>> = {
  'profile-complete': 'settings/preferences',
  'profile-photo': 'settings/preferences',
  'notification-preferences': 'settings/notifications',
  'favorite-board': 'library?filter=type:board',
  'create-chart': 'explore',
  'explore-topics': 'topics/list',
  'join-team': 'orgs',
  'dashboard-preferences': 'library?filter=type:board',
};

type TaskAction = 'complete' | 'undo' | 'dismiss' | 'restore';

function useSetTask() {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (input: { id: OnboardingTaskId; action: TaskAction }) =>
      personalClient.setOnboardingTask({ params: { orgId: org.id }, input }),
    onSuccess: ({ data }) => cache.setQueryData(userStateQuery(org.id).queryKey, data),
    onError: (error) => {
      toast({ kind: 'error', message: `The checklist is not saved. ${error.message}` });
      void cache.invalidateQueries({ queryKey: keyOf('userState', org.id) });
    },
  });
  return (id: OnboardingTaskId, action: TaskAction) => mutate({ id, action });
}

/** The onboarding checklist (W§2.11): what is done of it in percent, and where the rest is done. */
export function Checklist({ state, className }: { state: ChecklistState; className?: string }): ReactNode {
  const { toast } = useHost();
  const set = useSetTask();
  const [showsDismissed, setShowsDismissed] = useState(false);
  const { onboardingTasks, completion } = state;
  const dismissed = onboardingTasks.filter((task) => task.dismissed);
  const dismiss = (id: OnboardingTaskId) => {
    set(id, 'dismiss');
    const message = `Dismissed “${ONBOARDING_TASKS[id]}”`;
    toast({ kind: 'undo', message, onUndo: () => set(id, 'restore') });
  };
  return (
    <Panel className={className} title="Getting started">
      <div>
        <div className={styles.progress}>
          <ProgressBar label="Completed of the checklist" value={completion / 100} />
          <Text numeric tone="muted">
            {completion}%
          </Text>
        </div>
        <ul className={styles.tasks}>
          {onboardingTasks
            .filter((task) => showsDismissed || !task.dismissed)
            .map((task) => (
              <TaskRow key={task.id} task={task} onSet={set} onDismiss={dismiss} />
            ))}
        </ul>
        {dismissed.length > 0 && !showsDismissed && (
          <div className={styles.more}>
            <LinkButton onClick={() => setShowsDismissed(true)}>Show {dismissed.length} dismissed</LinkButton>
          </div>
        )}
      </div>
    </Panel>
  );
}

interface TaskRowProps {
  task: OnboardingTask;
  onSet: (id: OnboardingTaskId, action: TaskAction) => void;
  onDismiss: (id: OnboardingTaskId) => void;
}

function TaskRow({ task: { id, completed, dismissed }, onSet, onDismiss }: TaskRowProps): ReactNode {
  const { org } = useHost();
  const label = ONBOARDING_TASKS[id];
  return (
    <li data-done={completed || undefined}>
      <Checkbox
        size="xs"
        aria-label={label}
        checked={completed}
        onChange={() => onSet(id, completed ? 'undo' : 'complete')}
      />
      {PLACES[id] === 'orgs' ? (
        <a href="/orgs">{label}</a>
      ) : (
        <Link to={`/${org.id}/${PLACES[id]}`}>{label}</Link>
      )}
      {dismissed ? (
        <LinkButton onClick={() => onSet(id, 'restore')}>Restore</LinkButton>
      ) : (
        <IconButton label={`Dismiss “${label}”`} size="small" onClick={() => onDismiss(id)}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
