/** A stage of a workflow, and the statuses of tools that mean it. */
interface Stage {
  readonly name: string;
  readonly statuses: readonly string[];
}

/** The stages through which a kind of work goes (E§4). */
export interface Workflow {
  readonly id: string;
  readonly label: string;
  readonly stages: readonly Stage[];
}

const words = (text: string) => text.split(',');

const WAITING = words(
  'to do,todo,new,open,opened,created,reopened,pending,waiting,queued,triage,needs triage,unassigned,ready,ready for development,selected for development,selected,planned,groomed,refined,blocked',
);
const LATER = words('backlog,icebox,someday,later,ideas,idea,inbox,unprioritized,unplanned');
const WORKING = words(
  'in progress,active,started,in development,implementing,doing,wip,work in progress,development,coding,developing,assigned,on hold,paused,investigating,identified,monitoring',
);
const REVIEWING = words(
  'in review,review,code review,in code review,peer review,ready for review,awaiting review,under review,pull request,in pull request,reviewing',
);
const TESTING = words(
  'testing,in testing,test,in test,qa,in qa,ready for qa,ready for test,ready for testing,verification,verifying,validation,acceptance,uat,in uat,staging,ready for release,ready to deploy',
);
const DONE = words(
  "done,completed,complete,finished,closed,resolved,fixed,released,shipped,deployed,verified,accepted,cancelled,canceled,won't do,won't fix,wont do,wontfix,declined,rejected,abandoned,duplicate,invalid,not planned,obsolete,archived",
);

const stage = (name: string, ...statuses: (readonly string[])[]): Stage => ({
  name,
  statuses: [name.toLowerCase(), ...statuses.flat()],
});

/** The five workflows and the synonyms of their stages; the first stage that names a status has it. */
export const WORKFLOWS = {
  SCRUM: {
    id: 'SCRUM',
    label: 'Scrum',
    stages: [
      stage('Backlog', LATER, words('new,open,opened,created,reopened,triage,needs triage,pending')),
      stage('Sprint Planning', WAITING),
      stage('In Progress', WORKING),
      stage('In Review', REVIEWING, TESTING),
      stage('Done', DONE),
    ],
  },
  KANBAN: {
    id: 'KANBAN',
    label: 'Kanban',
    stages: [
      stage('To Do', WAITING, LATER),
      stage('In Progress', WORKING),
      stage('Code Review', REVIEWING),
      stage('Testing', TESTING),
      stage('Done', DONE),
    ],
  },
  PR_WORKFLOW: {
    id: 'PR_WORKFLOW',
    label: 'Pull request',
    stages: [
      stage('Draft', words('wip,work in progress,not ready')),
      stage('Open', words('opened,new,created,reopened,ready')),
      stage('In Review', REVIEWING, words('review requested,reviewed,commented,pending review')),
      stage('Changes Requested', words('changes needed,needs changes,needs work,rework,rejected')),
      stage('Approved', words('accepted,ready to merge,mergeable,lgtm')),
      stage('Merged', words('integrated')),
    ],
  },
  DEPLOYMENT: {
    id: 'DEPLOYMENT',
    label: 'Deployment',
    stages: [
      stage('Build', words('building,built,compile,compiling,pending,queued,created,waiting,scheduled')),
      stage('Test', words('testing,tests,tested,verify,verifying,in progress,running,started')),
      stage('Staging', words('stage,staged,pre-production,preproduction,preprod,uat,canary,qa')),
      stage('Production', words('live,deployed,prod,released,completed,success,succeeded')),
    ],
  },
  DEFAULT: {
    id: 'DEFAULT',
    label: 'Issue',
    stages: [
      stage('Open', WAITING, LATER),
      stage('In Progress', WORKING, REVIEWING, TESTING),
      stage('Done', DONE),
    ],
  },
} as const satisfies Readonly<Record<string, Workflow>>;

const plain = (status: string) =>
  status.trim().toLowerCase().replaceAll('’', "'").replace(/[_-]+/g, ' ').replace(/\s+/g, ' ');

const PLAIN = new WeakMap<Workflow, ReadonlyMap<string, string>>();

/** The stage of each status of a workflow; a status stands with the first stage that names it. */
function stagesOf(workflow: Workflow): ReadonlyMap<string, string> {
  const known = PLAIN.get(workflow);
  if (known) return known;
  const stages = new Map<string, string>();
  // The own name of a stage comes before the synonyms of all others.
  for (const { name } of workflow.stages) stages.set(plain(name), name);
  for (const { name, statuses } of workflow.stages)
    for (const status of statuses) if (!stages.has(plain(status))) stages.set(plain(status), name);
  PLAIN.set(workflow, stages);
  return stages;
}

/** The stage that a status means: by its name, else by its category; null when neither tells. */
export function stageOf(workflow: Workflow, status: string, category: string | null = null): string | null {
  const named = stagesOf(workflow).get(plain(status));
  if (named) return named;
  const { stages } = workflow;
  if (category === 'todo') return stages[0]?.name ?? null;
  if (category === 'done') return stages.at(-1)?.name ?? null;
  if (category !== 'inProgress') return null;
  return (
    (stages.find(({ name }) => name === 'In Progress') ?? stages[Math.floor(stages.length / 2)])?.name ?? null
  );
}

/** The workflow of a project whose admins decided the order of its statuses; each status is a stage. */
export function ownWorkflow(
  project: string,
  statuses: readonly { readonly name: string; readonly category: string }[],
): Workflow | null {
  const stages = statuses.filter(({ category }) => category !== 'other').map(({ name }) => stage(name));
  return stages.length < 2 ? null : { id: 'OWN', label: project, stages };
}

/** The workflow of an issue: in a sprint Scrum, with statuses of testing or code review Kanban. */
export function issueWorkflow(statuses: readonly string[], hasSprint: boolean): Workflow {
  if (hasSprint) return WORKFLOWS.SCRUM;
  const stages = new Set(statuses.map((status) => stageOf(WORKFLOWS.KANBAN, status)));
  return stages.has('Code Review') || stages.has('Testing') ? WORKFLOWS.KANBAN : WORKFLOWS.DEFAULT;
}

/** A status that began at a moment (epoch ms). */
export interface StatusEntry {
  readonly status: string;
  readonly at: number;
}

/** A status with the moment at which the next one began. */
export interface StatusStay<Entry extends StatusEntry> {
  readonly entry: Entry;
  readonly until: number | null;
}

/** The stays in order of time; the same status again goes on with the stay. */
export function staysOf<Entry extends StatusEntry>(entries: readonly Entry[]): StatusStay<Entry>[] {
  const sorted = entries.toSorted((one, other) => one.at - other.at);
  const changes = sorted.filter(({ status }, at) => status !== sorted[at - 1]?.status);
  return changes.map((entry, at) => ({ entry, until: changes[at + 1]?.at ?? null }));
}

/** What a stay contributes to its stage. */
export interface StageStay {
  readonly status: string;
  readonly stage: string | null;
  readonly at: number;
  readonly clockSeconds: number;
  readonly businessSeconds: number;
}

/** The stages of work that has ended: where it ended before the last stage, none goes on since then. */
export function endedStates(workflow: Workflow, stays: readonly StageStay[], current: string | null) {
  const last = stays.length - 1;
  const ended = stays.map((stay, at) =>
    at === last ? { ...stay, clockSeconds: 0, businessSeconds: 0 } : stay,
  );
  const end = workflow.stages.length - 1;
  return stageStates(workflow, ended, current).map((each, at) =>
    each.state === 'current' && at < end ? { ...each, state: 'completed' as const } : each,
  );
}

/** The stages with state, first moment and time in them (E§4). */
export function stageStates(workflow: Workflow, stays: readonly StageStay[], current: string | null) {
  const place = workflow.stages.findIndex(({ name }) => name === current);
  const [first] = stays;
  return workflow.stages.map(({ name }, at) => {
    const own = stays.filter((stay) => stay.stage === name);
    const [reached] = own;
    const isLast = at === workflow.stages.length - 1;
    // The last stage does not end, so its time is the way to it.
    const counted = isLast && reached ? stays.filter((stay) => stay.at < reached.at) : own;
    const sum = (key: 'clockSeconds' | 'businessSeconds') =>
      reached && first ? counted.reduce((total, stay) => total + stay[key], 0) : null;
    return {
      name,
      state:
        name === current
          ? ('current' as const)
          : at < place || reached
            ? ('completed' as const)
            : ('pending' as const),
      firstReachedAt: reached ? new Date(reached.at).toISOString() : null,
      visits: own.length,
      clockSeconds: sum('clockSeconds'),
      businessSeconds: sum('businessSeconds'),
      statuses: [...new Set(own.map((stay) => stay.status))],
    };
  });
}
