import { KINDS, workingMeasures } from '@cairn/entities';
import { quoted } from '../store/ddl.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { CALENDAR_HOURS } from './clocks.ts';
import { NOBODY } from './session.ts';

type Store = Pick<GraphWriter, 'rows'>;

/** The seconds of a working day of each clock; null where its calendar is no longer known. */
const LENGTHS = `SELECT w.*, (h.closes - h.opens) * 60 AS length FROM "WorkClock" w
  LEFT JOIN (${CALENDAR_HOURS}) h ON h.hours = split_part(w.calendar, '|', 2)`;

const MEASURES = workingMeasures(KINDS);

/** Whose clock counted the working time of a row, and as of when; an issue is counted by its stays. */
const COUNTED: Readonly<
  Record<string, { readonly of: string; readonly person: string; readonly moment: string }>
> = {
  PullRequest: { of: 'PullRequest', person: 'createdByUuid', moment: 'createdAt' },
  Issue: { of: 'TimeInStatus', person: 'assigneeUuid', moment: 'enteredAt' },
  TimeInStatus: { of: 'TimeInStatus', person: 'assigneeUuid', moment: 'enteredAt' },
};

/** The lengths of the days behind the working time of a kind; one that is not known counts as a length of its own. */
function dayLengths(kind: string): string {
  const { of, person, moment } = COUNTED[kind] ?? {};
  if (!of || !person || !moment)
    throw new Error(`whose clock counts the working time of ${kind} is not told`);
  const measured = (MEASURES.get(of) ?? []).map(quoted).join(', ');
  return `SELECT '${kind}' AS kind, count(DISTINCT coalesce(l.length, -1))::INTEGER AS lengths, min(coalesce(l.length, -1))::INTEGER AS seconds
    FROM (SELECT DISTINCT coalesce(c.calendar, n.calendar) AS calendar FROM "${of}" r
      LEFT JOIN "WorkClock" c ON c."personUuid" = r.${quoted(person)} AND c.since <= r.${quoted(moment)} AND c.until > r.${quoted(moment)}
      LEFT JOIN "WorkClock" n ON n."personUuid" = '${NOBODY}'
      WHERE coalesce(${measured}, NULL) IS NOT NULL) used
    LEFT JOIN (SELECT DISTINCT calendar, length FROM (${LENGTHS})) l ON l.calendar = used.calendar`;
}

/**
 * The seconds of a working day behind the working time of each kind. A kind is absent where calendars of several
 * lengths computed it, since no number of days would be true of all its rows.
 */
export async function readWorkdays(store: Store): Promise<ReadonlyMap<string, number>> {
  const [all] = await store.rows<{ lengths: number; seconds: number | null }>(
    `SELECT count(DISTINCT coalesce(length, -1))::INTEGER AS lengths, min(coalesce(length, -1))::INTEGER AS seconds FROM (${LENGTHS})`,
  );
  const kinds = [...MEASURES.keys()];
  if (!all || all.lengths === 0) return new Map();
  // Rows are read only where people have days of several lengths.
  const rows =
    all.lengths === 1
      ? kinds.map((kind) => ({ ...all, kind }))
      : await store.rows<{ kind: string; lengths: number; seconds: number }>(
          kinds.map(dayLengths).join(' UNION ALL '),
        );
  return new Map(
    rows.flatMap(({ kind, lengths, seconds }) =>
      lengths === 1 && seconds !== null && seconds > 0 ? [[kind, seconds] as const] : [],
    ),
  );
}
