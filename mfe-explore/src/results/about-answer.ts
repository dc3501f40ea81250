import type { Configuration } from '@cairn/contracts';
import type { Host } from '@cairn/host';
import { filterInWords, sentenceCase } from '@cairn/query';
import { sourceInWords } from '@cairn/views/export-items';
import type { DrawnAnswer } from '../answer/use-answer.ts';
import { havingWords } from '../graph/computed-columns.ts';
import { rangeOf } from './meta-line.tsx';

/** What a file of an answer says beneath its title, a line each: its dates, its filters, and where it is from. */
export function aboutAnswer(
  { answer: { meta }, query }: DrawnAnswer,
  configuration: Configuration,
  host: Pick<Host, 'org' | 'timezone'>,
): string {
  const kind = query.select[0] ?? 'Event';
  const compared = meta.compared
    ? `, compared with ${rangeOf(meta.compared.start, meta.compared.end, meta.timezone)}`
    : '';
  const filters = [
    ...query.filters.map((filter) => filterInWords(filter, kind, configuration)),
    ...havingWords(query, configuration, host.timezone),
    ...(query.search ? [`containing “${query.search}”`] : []),
  ].map(sentenceCase);
  return [
    `${sentenceCase(rangeOf(meta.start, meta.end, meta.timezone))}${compared} (${meta.timezone})`,
    filters.join('; '),
    sourceInWords(host),
  ]
    .filter(Boolean)
    .join('\n');
}
