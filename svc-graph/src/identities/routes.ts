import { type Caller, type OrgId, identityContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { runQueued } from '../query/engine/queue.ts';
import type { QueueDeps } from '../query/engine/queue.ts';
import { readerOf } from '../query/engine/reader.ts';
import type { Reader } from '../query/engine/reader.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { type AskedDecision, decide } from './decide.ts';
import { personOfLogin } from './login-person.ts';
import { listDecisions, listPeople } from './read-people.ts';
import { suggestMerges } from './suggestions.ts';

/** The routes of this slice. */
export { identityContract };

export interface IdentityDeps extends QueueDeps {
  readonly stores: Pick<GraphStores, 'open'>;
}

interface Called {
  readonly params: { readonly orgId: OrgId };
  readonly signal: AbortSignal;
}

interface Deciding extends Pick<Called, 'params'> {
  readonly caller: Pick<Caller, 'userId' | 'email'>;
  readonly input: { readonly reason?: string | undefined };
}

/** Lists people with their accounts and suggestions, and keeps what admins decide about them. */
export function identityHandlers(deps: IdentityDeps): Handlers<typeof identityContract> {
  const reading = <T>({ params: { orgId }, signal }: Called, work: (reader: Reader) => Promise<T>) =>
    runQueued(deps, orgId, signal, async (stop) => work(readerOf(await deps.stores.open(orgId), stop)));
  const deciding = async ({ params: { orgId }, caller, input }: Deciding, asked: AskedDecision) => {
    const store = await deps.stores.open(orgId);
    const number = await decide({ store, orgId }, asked, caller, input.reason);
    return { data: { number } };
  };
  return {
    listPeople: (call) => reading(call, (reader) => listPeople(reader, call.input)),
    suggestMerges: (call) => reading(call, suggestMerges),
    listDecisions: (call) => reading(call, (reader) => listDecisions(reader, call.input)),
    mergePeople: (call) => {
      const { person, into } = call.input;
      return deciding(call, { kind: 'merge', person, into });
    },
    splitAccount: (call) => deciding(call, { kind: 'split', account: call.input.account }),
    dismissSuggestion: (call) => deciding(call, { kind: 'dismiss', people: call.input.people }),
    classifyPerson: (call) => {
      const { person, type } = call.input;
      return deciding(call, { kind: 'classify', person, type });
    },
    linkLogin: (call) => {
      const { person, userId, email } = call.input;
      return deciding(call, { kind: 'link', person, userId, email });
    },
    ownPerson: (call) =>
      reading(call, async (reader) => ({ data: await personOfLogin(reader, call.caller) })),
    personOfUser: (call) =>
      reading(call, async (reader) => ({
        data: await personOfLogin(reader, { ...call.input, emailVerified: true }),
      })),
    undoDecision: (call) => deciding(call, { kind: 'undo', number: call.input.number }),
  };
}
