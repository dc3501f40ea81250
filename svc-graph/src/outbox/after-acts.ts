import type { OrgId } from '@cairn/contracts';

/** The routes whose acts are told to svc-workspace. */
const ACTS = [
  'createSource',
  'removeSource',
  'pauseSource',
  'resumeSource',
  'scheduleSource',
  'allowFolder',
  'forbidFolder',
  'setWorkingCalendar',
  'setStatuses',
  'setResourceCategory',
  'mergePeople',
  'splitAccount',
  'dismissSuggestion',
  'classifyPerson',
  'linkLogin',
  'undoDecision',
  'saveTeam',
  'removeTeam',
  'restoreTeam',
] as const;

interface ActCall {
  readonly params: { readonly orgId: OrgId };
}

/** Has what each act tells delivered after it; the act does not wait for that. */
export function deliverAfterActs<Routes extends object>(
  routes: Routes,
  deliver: ((orgId: OrgId) => void) | undefined,
): Routes {
  if (!deliver) return routes;
  const wrapped = ACTS.map((name) => {
    const handler = routes[name as keyof Routes] as (call: ActCall) => unknown;
    const acting = async (call: ActCall) => {
      const answer = await handler(call);
      deliver(call.params.orgId);
      return answer;
    };
    return [name, acting];
  });
  return { ...routes, ...Object.fromEntries(wrapped) };
}
