import { describe, expect, it } from 'vitest';
import {
  WORKFLOWS,
  endedStates,
  issueWorkflow,
  ownWorkflow,
  stageOf,
  stageStates,
  staysOf,
} from './progress.ts';

const { SCRUM, KANBAN, PR_WORKFLOW, DEPLOYMENT, DEFAULT } = WORKFLOWS;

describe('the stage of a status', () => {
  it.each([
    [SCRUM, 'Backlog,Sprint Planning,In Progress,In Review,Done'],
    [KANBAN, 'To Do,In Progress,Code Review,Testing,Done'],
    [PR_WORKFLOW, 'Draft,Open,In Review,Changes Requested,Approved,Merged'],
    [DEPLOYMENT, 'Build,Test,Staging,Production'],
    [DEFAULT, 'Open,In Progress,Done'],
  ])('is one of those of the specification', (workflow, stages) => {
    expect(workflow.stages.map(({ name }) => name).join()).toBe(stages);
    for (const { name } of workflow.stages) expect(stageOf(workflow, name)).toBe(name);
  });

  it.each([
    [KANBAN, 'To Do', 'to do,todo,new,open'],
    [KANBAN, 'In Progress', 'in progress,active,started,in development,implementing'],
    [KANBAN, 'Code Review', 'in review,Peer Review,ready_for_review'],
    [KANBAN, 'Testing', 'QA,in qa,UAT,ready for test'],
    [KANBAN, 'Done', "done,completed,finished,closed,resolved,Won't Do,cancelled"],
    [SCRUM, 'Backlog', 'backlog,icebox,new,open,reopened'],
    [SCRUM, 'Sprint Planning', 'to do,selected for development,ready'],
    [SCRUM, 'In Review', 'code review,in testing'],
    [PR_WORKFLOW, 'Merged', 'merged,integrated'],
    [PR_WORKFLOW, 'Changes Requested', 'changes_requested,needs work'],
    [DEPLOYMENT, 'Build', 'pending,queued'],
    [DEPLOYMENT, 'Test', 'in progress,running'],
    [DEPLOYMENT, 'Staging', 'pre-production,canary'],
    [DEPLOYMENT, 'Production', 'production,live,deployed'],
    [DEFAULT, 'Open', 'to do,new,backlog,blocked'],
    [DEFAULT, 'In Progress', 'in review,testing,on hold'],
  ])('follows from synonyms', (workflow, stage, statuses) => {
    const found = statuses.split(',').map((status) => [status, stageOf(workflow, status)]);
    expect(found).toEqual(statuses.split(',').map((status) => [status, stage]));
  });

  it.each([
    ['todo', 'To Do'],
    ['inProgress', 'In Progress'],
    ['done', 'Done'],
    ['other', null],
    [null, null],
  ])('of a name that nobody knows follows from its category %s', (category, stage) => {
    expect(stageOf(KANBAN, 'Bei der Fachabteilung', category)).toBe(stage);
  });

  it('has no name twice in a workflow, however it is written', () => {
    for (const { id, stages } of Object.values(WORKFLOWS)) {
      const names = stages.map(({ name }) => name.toLowerCase());
      for (const { name, statuses } of stages)
        expect(
          statuses.filter((status) => names.includes(status) && status !== name.toLowerCase()),
          id,
        ).toEqual([]);
    }
  });
});

describe('the workflow of an issue', () => {
  it('is Scrum in a sprint, Kanban with code review or testing, else the default', () => {
    expect(issueWorkflow(['To Do'], true).id).toBe('SCRUM');
    expect(issueWorkflow(['To Do', 'QA'], false).id).toBe('KANBAN');
    expect(issueWorkflow(['To Do', 'In Progress', 'Done'], false).id).toBe('DEFAULT');
  });

  it('is that of the org where an admin decided the order of statuses', () => {
    const own = ownWorkflow('app', [
      { name: 'Inbox', category: 'todo' },
      { name: 'On it', category: 'inProgress' },
      { name: 'Parked', category: 'other' },
      { name: 'Shipped', category: 'done' },
    ]);
    expect(own?.stages.map(({ name }) => name)).toEqual(['Inbox', 'On it', 'Shipped']);
    expect(own && stageOf(own, 'ON_IT')).toBe('On it');
    expect(own && stageOf(own, 'Closed', 'done')).toBe('Shipped');
    expect(ownWorkflow('app', [{ name: 'Inbox', category: 'todo' }])).toBeNull();
  });
});

describe('stays', () => {
  const hours = (count: number) => count * 3_600_000;

  it('are ordered by time, and go on while the status is the same', () => {
    const entries = [
      { status: 'B', at: hours(2) },
      { status: 'A', at: hours(0) },
      { status: 'A', at: hours(1) },
    ];
    expect(staysOf(entries)).toEqual([
      { entry: { status: 'A', at: 0 }, until: hours(2) },
      { entry: { status: 'B', at: hours(2) }, until: null },
    ]);
  });

  const stay = (stage: string, at: number) => {
    return { status: stage, stage, at: hours(at), clockSeconds: 3_600, businessSeconds: 1_800 };
  };

  it('make the states of stages: completed before the current one or when reached, else pending', () => {
    const states = stageStates(
      KANBAN,
      [stay('To Do', 0), stay('Testing', 1), stay('In Progress', 2)],
      'In Progress',
    );
    expect(states.map(({ state, visits }) => [state, visits])).toEqual([
      ['completed', 1],
      ['current', 1],
      ['pending', 0],
      ['completed', 1],
      ['pending', 0],
    ]);
    expect(states[3]).toMatchObject({ clockSeconds: 3_600, businessSeconds: 1_800 });
    expect(states[4]).toMatchObject({ firstReachedAt: null, clockSeconds: null });
  });

  it('of a build end where it ended: no stage goes on, and what follows was not reached', () => {
    const build = [
      { ...stay('Pending', 0), stage: 'Build' },
      { ...stay('In Progress', 1), stage: 'Test' },
      { ...stay('Completed', 2), stage: 'Test' },
    ];
    const states = endedStates(DEPLOYMENT, build, 'Test');
    expect(states.map(({ state, clockSeconds }) => [state, clockSeconds])).toEqual([
      ['completed', 3_600],
      ['completed', 3_600],
      ['pending', null],
      ['pending', null],
    ]);
  });
});
