import { calendarClient, graphClient } from '@cairn/client';
import { type OrgId, type WorkingCalendar } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Query } from '@cairn/query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** `org`, or the uuid of a team or a person. */
export type Owner = string;
export const OWNER_KINDS = ['Team', 'Person'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

export interface Named {
  readonly uuid: string;
  readonly name: string;
  readonly kind: OwnerKind;
}

/** Milliseconds after which it is asked again whether durations are worked out. */
const LOOK_AGAIN = 1_000;

const keyOf = (orgId: string) => ['working-calendars', orgId];

/** The calendars that are set, and the one that holds where none is. */
export function useCalendars() {
  const { org } = useHost();
  return useQuery({
    queryKey: keyOf(org.id),
    queryFn: ({ signal }) => calendarClient.listWorkingCalendars({ params: { orgId: org.id }, signal }),
    // Whoever set one, and wherever.
    refetchInterval: ({ state }) => (state.data?.durations === 'workingOut' ? LOOK_AGAIN : false),
  });
}

export interface Setting {
  readonly owner: Owner;
  readonly calendar: WorkingCalendar | null;
  /** What is said when it is done, with an undo that puts this back. */
  readonly said?: { readonly message: string; readonly before: WorkingCalendar | null };
  /** What is said when it fails, before the reason; null where that is told in another place. */
  readonly failed: () => string | null;
}

/** Sets or takes away a calendar; what counts business time follows it later. It is told wherever one is by then. */
export function useSetCalendar() {
  const { org, toast } = useHost();
  const client = useQueryClient();
  const set = useMutation({
    mutationKey: keyOf(org.id),
    // One after the other, so that what was set last is what is kept.
    scope: { id: `working-calendars ${org.id}` },
    mutationFn: ({ owner, calendar }: Setting) =>
      calendarClient.setWorkingCalendar({ params: { orgId: org.id }, input: { owner, calendar } }),
    onSuccess: (_, { owner, said }) => {
      const failed = () => 'The working calendar is not as it was before.';
      if (said) {
        const onUndo = () => set.mutate({ owner, calendar: said.before, failed });
        toast({ kind: 'undo', message: said.message, onUndo });
      }
      return client.invalidateQueries({ queryKey: keyOf(org.id) });
    },
    onError: ({ message }, { failed }) => {
      const said = failed();
      if (said) toast({ kind: 'error', message: `${said} ${message}` });
    },
  });
  return set;
}

const MOST = 50;

async function namedOf(orgId: OrgId, kind: OwnerKind, filter: Query['filters'][number], signal: AbortSignal) {
  const input = Query.parse({
    select: [kind],
    columns: [`${kind}.name`],
    filters: [filter],
    order: [{ by: `${kind}.name`, direction: 'ascending' }],
    limit: MOST,
    format: 'json',
  });
  const { data } = await graphClient.entities({ params: { orgId }, input, signal });
  return data.map((row): Named => {
    const uuid = String(row[`${kind}.uuid`] ?? row['uuid']);
    const name = row[`${kind}.name`];
    return { uuid, name: typeof name === 'string' ? name : uuid, kind };
  });
}

/** The teams and people that have these uuids, by uuid. */
export function useNames(uuids: readonly string[]) {
  const { org } = useHost();
  return useQuery({
    queryKey: ['calendar-owners', org.id, uuids],
    enabled: uuids.length > 0,
    queryFn: async ({ signal }) => {
      const ask = (kind: OwnerKind) =>
        namedOf(org.id, kind, { target: kind, attribute: 'uuid', comparison: { IN: [...uuids] } }, signal);
      const found = await Promise.all(OWNER_KINDS.map(ask));
      return new Map(found.flat().map((named) => [named.uuid, named]));
    },
  });
}

/** Teams or people whose names contain a text, the first ones by name. */
export function useOwnersNamed(kind: OwnerKind, text: string) {
  const { org } = useHost();
  return useQuery({
    queryKey: ['calendar-owners-named', org.id, kind, text],
    queryFn: ({ signal }) => {
      const comparison = text ? { CONTAINS: [text] as [string] } : { 'IS NOT EMPTY': [] as [] };
      return namedOf(org.id, kind, { target: kind, attribute: 'name', comparison }, signal);
    },
    placeholderData: (previous) => previous,
  });
}
