import type { z } from 'zod';
import type { FacetQuestion } from '@cairn/contracts';
import { where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

/** Values to choose from, with how many rows have each. */
const offers = (
  name: string,
  query: z.input<typeof FacetQuestion>,
  expected: CorpusCase['expected'],
): CorpusCase => ({ name, endpoint: 'facet-options', query, expected });

const author = { select: ['Commit'], target: 'Person', attribute: 'name' };

/** What a filter offers as values. */
export const FACET_CASES: readonly CorpusCase[] = [
  offers('offers values, the most frequent first, a missing one too', author, [
    ['Ann', 4],
    ['Bob', 3],
    ['Zoë Ünal', 3],
    ['robot[bot]', 1],
    [null, 1],
  ]),
  offers('offers what contains a text, in capitals or not', { ...author, contains: 'O' }, [
    ['Bob', 3],
    ['Zoë Ünal', 3],
    ['robot[bot]', 1],
  ]),
  offers(
    'offers the values of a property of a relation',
    { select: ['CalendarEntry'], target: 'Attendee', attribute: 'answer' },
    [
      ['accepted', 3],
      ['declined', 1],
      [null, 1],
    ],
  ),
  offers(
    'offers what a dated relation led to at the moment of the question',
    { select: ['Issue'], target: 'Sprint', attribute: 'name', asOf: '2024-03-10' },
    [
      ['Sprint 1', 3],
      ['Sprint 2', 2],
      [null, 2],
    ],
  ),
  offers('offers nothing that contains a wildcard', { ...author, contains: '%' }, []),
  offers('offers values under the search', { ...author, search: 'bug OR 100%' }, [
    ['Ann', 1],
    ['Bob', 1],
    ['robot[bot]', 1],
  ]),
  offers(
    'offers values under filters',
    { ...author, filters: [where('Repository.name', { IN: ['tools'] })] },
    [
      ['Zoë Ünal', 2],
      ['Bob', 1],
      [null, 1],
    ],
  ),
  offers('offers values within dates', { ...author, startDate: '2024-11-01' }, [
    ['Ann', 1],
    ['Bob', 1],
    [null, 1],
  ]),
  offers('offers flags', { select: ['Commit'], target: 'Commit', attribute: 'isMerge' }, [
    [false, 11],
    [true, 1],
  ]),
  offers('offers elements of lists', { select: ['Issue'], target: 'Issue', attribute: 'labels' }, [
    ['urgent', 3],
    ['chart', 2],
    ['parser', 1],
    [null, 2],
  ]),
  offers(
    'offers values of what a row has many of',
    { select: ['Commit'], target: 'SourceFile', attribute: 'extension' },
    [
      ['ts', 4],
      ['md', 2],
      ['rs', 2],
      ['txt', 1],
      [null, 5],
    ],
  ),
  offers('offers numbers', { select: ['Issue'], target: 'Issue', attribute: 'storyPoints' }, [
    [3, 2],
    [0.5, 1],
    [1, 1],
    [8, 1],
    [null, 1],
  ]),
  offers('offers the names of a kind where nothing is selected', { target: 'Team', attribute: 'name' }, [
    ['Engineering', 1],
    ['core', 1],
    ['web', 1],
  ]),
  offers('offers nothing behind the last page', { ...author, page: 2 }, []),
];
