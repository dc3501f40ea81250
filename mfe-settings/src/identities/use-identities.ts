import {
  identityClient,
  invalidate,
  membersQuery,
  mergeSuggestionsQuery,
  peopleQuery,
  personDecisionsQuery,
  type PeopleSearch,
} from '@cairn/client';
import { EntityUuid, type OrgId, type OrgMember, type PersonType } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** A page of people with their accounts. */
export function useFoundPeople(search: PeopleSearch, enabled = true) {
  return useQuery({ ...peopleQuery(useHost().org.id, search), enabled });
}

/** Pairs of people who may be one. */
export function useSuggestions() {
  return useQuery(mergeSuggestionsQuery(useHost().org.id));
}

/** The logins of the org. */
export function useLogins() {
  return useQuery(membersQuery(useHost().org.id));
}

/** A page of decisions. */
export function useDecisions(page: number, pageSize: number) {
  return useQuery(personDecisionsQuery(useHost().org.id, page, pageSize));
}

type Decided = Promise<{ data: { number: number } }>;

/** Sends a decision, reads the lists again, and says what was done or why not. */
function useDecision<Asked>(send: (orgId: OrgId, asked: Asked) => Decided, done: (asked: Asked) => string) {
  const { org, toast } = useHost();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked) => send(org.id, asked),
    onSuccess: async (_, asked) => {
      toast({ kind: 'info', message: done(asked) });
      const lists = ['people', 'mergeSuggestions', 'personDecisions', 'ownPerson'] as const;
      await Promise.all(lists.map((list) => invalidate(cache, list, org.id)));
    },
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
}

const entity = (uuid: string) => EntityUuid.parse(uuid);
const because = (reason: string | undefined) => (reason ? { reason } : {});

/** Somebody by uuid and name. */
export interface NamedPerson {
  readonly uuid: string;
  readonly name: string;
}

/** Gives all accounts of a person to another one. */
export function useMerge() {
  return useDecision(
    (orgId, { person, into, reason }: { person: NamedPerson; into: NamedPerson; reason?: string }) =>
      identityClient.mergePeople({
        params: { orgId },
        input: { person: entity(person.uuid), into: entity(into.uuid), ...because(reason) },
      }),
    ({ person, into }) => `Merged ${person.name} into ${into.name}`,
  );
}

/** Makes an account a person of its own. */
export function useSplit() {
  return useDecision(
    (orgId, { uuid }: { uuid: string; address: string }) =>
      identityClient.splitAccount({ params: { orgId }, input: { account: entity(uuid) } }),
    ({ address }) => `${address} is a person of its own now`,
  );
}

/** Says that two people are not the same. */
export function useDismiss() {
  return useDecision(
    (orgId, people: readonly [NamedPerson, NamedPerson]) =>
      identityClient.dismissSuggestion({
        params: { orgId },
        input: { people: [entity(people[0].uuid), entity(people[1].uuid)] },
      }),
    () => 'This is not suggested again',
  );
}

/** Says what kind of account a person is. */
export function useClassify() {
  return useDecision(
    (orgId, { person, type }: { person: NamedPerson; type: PersonType }) =>
      identityClient.classifyPerson({ params: { orgId }, input: { person: entity(person.uuid), type } }),
    ({ person }) => `Changed what ${person.name} is`,
  );
}

/** Says which person a login is. */
export function useLinkLogin() {
  return useDecision(
    (orgId, { person, login }: { person: NamedPerson; login: Pick<OrgMember, 'userId' | 'email'> }) =>
      identityClient.linkLogin({
        params: { orgId },
        input: { person: entity(person.uuid), userId: login.userId, email: login.email },
      }),
    ({ person, login }) => `${login.email} is ${person.name} now`,
  );
}

/** Takes a decision back. */
export function useUndo() {
  return useDecision(
    (orgId, number: number) => identityClient.undoDecision({ params: { orgId }, input: { number } }),
    () => 'Taken back',
  );
}
