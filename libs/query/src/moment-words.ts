import { toLocal, zoneTable } from './zone.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** How a moment is written: a day such as `2026-08-12`, or an instant by the wall clock of a zone. */
type WriteMoment = (moment: string, zone: string | undefined) => string;

/** `Aug 12, 2026`, and an instant with its time, where nobody has chosen otherwise. */
export const plainMoment: WriteMoment = (moment, zone = 'UTC') => {
  const hasTime = moment.includes('T');
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return moment;
  const local = hasTime ? new Date(toLocal(zoneTable(zone), at)).toISOString() : moment;
  const [year = '', month = '', day = ''] = local.slice(0, 10).split('-');
  const written = `${MONTHS[Number(month) - 1] ?? month} ${Number(day)}, ${year}`;
  return hasTime ? `${written}, ${local.slice(11, 16)}` : written;
};

let write = plainMoment;

/** Writes every day and moment of a query's words in this way, as the person has chosen. */
export function setMomentWords(next: WriteMoment): void {
  write = next;
}

/** A day or an instant in words, in the one notation of the page. */
export const momentInWords: WriteMoment = (moment, zone) => write(moment, zone);

/** True for a day or an instant as queries hold it. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(value);
