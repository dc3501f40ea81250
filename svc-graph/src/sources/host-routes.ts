import type { Caller, OrgId, sourceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { actorIdOf, tell } from '../store/outbox.ts';
import { requireSuperuser } from './folder-routes.ts';
import { allowHost, forbidHost, readHosts } from './hosts.ts';
import type { SourcesDeps } from './sources-deps.ts';

const DECIDES = 'which servers of internal networks an organization may read';

/** Tells svc-workspace of a server that was allowed or forbidden. */
const hostAct = (orgId: OrgId, action: 'host.allowed' | 'host.forbidden', caller: Caller) => (host: string) =>
  tell(orgId, {
    kind: 'act',
    actorId: actorIdOf(caller),
    action,
    target: { id: host.slice(-200), name: host },
    changes: [],
  });

type HostHandlers = Pick<Handlers<typeof sourceContract>, 'listHosts' | 'allowHost' | 'forbidHost'>;

/** Lists, allows and forbids the servers of internal networks that the sources of an org may read. */
export function hostHandlers({ stores }: Pick<SourcesDeps, 'stores'>): HostHandlers {
  return {
    listHosts: async ({ params: { orgId } }) => ({ data: await readHosts(await stores.open(orgId)) }),
    allowHost: async ({ params: { orgId }, input: { host }, caller }) => {
      requireSuperuser(caller, DECIDES);
      const act = hostAct(orgId, 'host.allowed', caller);
      return { data: await allowHost(await stores.open(orgId), host, act) };
    },
    forbidHost: async ({ params: { orgId }, input: { host }, caller }) => {
      requireSuperuser(caller, DECIDES);
      const act = hostAct(orgId, 'host.forbidden', caller);
      return { data: await forbidHost(await stores.open(orgId), host, act) };
    },
  };
}
