import { calendarClient, calendarsQuery, entitiesQuery, invalidate, keyOf } from '@cairn/client';
import type { OrgId, Rows, WorkingCalendar } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Query } from '@cairn/query';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';

/** `org`, or the uuid of a team or a person. */
export type Owner = string;
export const OWNER_KINDS = ['Team', 'Person'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

export interface Named {
  readonly uuid: string;
  readonly name: string;
  readonly kind: OwnerKind;
}

/** The set calendars, and the one that applies where none is set. */
export function useCalendars() {
  const { org } = useHost();
  return useQuery(calendarsQuery(org.id));
}

export interface CalendarChange {
  readonly owner: Owner;
  readonly calendar: WorkingCalendar | null;
  /** The message on success, with an undo that restores `before`. */
  readonly said?: { readonly message: string; readonly before: WorkingCalendar | null };
  /** The message on failure, before the reason; null where another place tells it. */
  readonly failed: () => string | null;
}

/** Sets or removes a calendar; business time follows it later. The outcome is told on whatever page is open by then. */
export function useSetCalendar() {
  const { org, toast } = useHost();
  const client = useQueryClient();
  const set = useMutation({
    mutationKey: keyOf('calendars', org.id),
    // Changes run one after the other, so that the last one is kept.
    scope: { id: `working-calendars ${org.id}` },
    mutationFn: ({ owner, calendar }: CalendarChange) =>
      calendarClient.setWorkingCalendar({ params: { orgId: org.id }, input: { owner, calendar } }),
    onSuccess: (_, { owner, said }) => {
      const failed = () => 'The working calendar is not as it was before.';
      if (said) {
        const onUndo = () => set.mutate({ owner, calendar: said.before, failed });
        toast({ kind: 'undo', message: said.message, onUndo });
      }
      return invalidate(client, 'calendars', org.id);
    },
    onError: ({ message }, { failed }) => {
      const said = failed();
      if (said) toast({ kind: 'error', message: `${said} ${message}` });
    },
  });
  return set;
}

const MOST = 50;

/** Teams or people by name, as a query for the graph. */
function namedQuery(orgId: OrgId, kind: OwnerKind, filter: Query['filters'][number]) {
  const input = Query.parse({
    select: [kind],
    columns: [`${kind}.name`],
    filters: [filter],
    order: [{ by: `${kind}.name`, direction: 'ascending' }],
    limit: MOST,
  });
  return entitiesQuery(orgId, input);
}

const namedIn =
  (kind: OwnerKind) =>
  ({ data }: Rows): Named[] =>
    data.map((row) => {
      const uuid = String(row[`${kind}.uuid`] ?? row['uuid']);
      const name = row[`${kind}.name`];
      return { uuid, name: typeof name === 'string' ? name : uuid, kind };
    });

/** The teams and people that have these uuids, by uuid. */
export function useNames(uuids: readonly string[]) {
  const { org } = useHost();
  return useQueries({
    queries: OWNER_KINDS.map((kind) => ({
      ...namedQuery(org.id, kind, { target: kind, attribute: 'uuid', comparison: { IN: [...uuids] } }),
      enabled: uuids.length > 0,
      select: namedIn(kind),
    })),
    combine: (found) => ({
      isPending: found.some(({ isPending }) => isPending),
      data: found.every(({ data }) => data)
        ? new Map(found.flatMap(({ data = [] }) => data).map((named) => [named.uuid, named]))
        : undefined,
    }),
  });
}

/** Teams or people whose names contain a text, the first ones by name. */
export function useOwnersNamed(kind: OwnerKind, text: string) {
  const { org } = useHost();
  const comparison = text ? { CONTAINS: [text] as [string] } : { 'IS NOT EMPTY': [] as [] };
  return useQuery({
    ...namedQuery(org.id, kind, { target: kind, attribute: 'name', comparison }),
    select: namedIn(kind),
    placeholderData: keepPreviousData,
  });
}
