import type { Query } from '@cairn/query';
import type { Format } from '../query/codec/encode.ts';

const ACCEPTED: Readonly<Record<string, Format>> = {
  'application/vnd.apache.arrow.stream': 'arrow',
  'application/json': 'json',
  'text/csv': 'csv',
};

/** Parses a media type of `Accept` with its weight. */
function rangeOf(range: string): { readonly format: Format | undefined; readonly weight: number } {
  const [type = '', ...params] = range.toLowerCase().split(';');
  const weight = params
    .map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1])
    .find((each) => each !== undefined);
  return { format: ACCEPTED[type.trim()], weight: weight === undefined ? 1 : Number(weight) };
}

/** The format that the query names, else the accepted format with the greatest weight, else Arrow. */
export function formatOf(query: Query, accept: string | null): Format {
  if (query.format) return query.format;
  const ranges = (accept ?? '').split(',').map(rangeOf);
  const known = ranges.filter(({ format, weight }) => format !== undefined && weight > 0);
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.format ?? 'arrow';
}
