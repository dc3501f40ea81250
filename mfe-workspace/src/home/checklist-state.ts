import type { OnboardingTask } from '@cairn/contracts';

export interface ChecklistState {
  readonly onboardingTasks: readonly OnboardingTask[];
  readonly completion: number;
}

/** Whether no task is left to do. */
export const isFinished = ({ onboardingTasks }: Pick<ChecklistState, 'onboardingTasks'>): boolean =>
  onboardingTasks.every(({ completed, dismissed }) => completed || dismissed);
