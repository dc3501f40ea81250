import { rowsOf, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';
import { uuidOf } from '../org.ts';

const shas = rowsOf('Commit', 'sha');
const ALL = 'a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b4';
type Comparison = Parameters<typeof where>[1];

/** One filter on commits and which it keeps. */
const keeps = (field: string, comparison: Comparison, found: string): CorpusCase =>
  shas(`${field} ${JSON.stringify(comparison)}`, { filters: [where(field, comparison)] }, found);

const LISTED: readonly CorpusCase[] = [
  keeps('Person.name', { IN: ['Ann'] }, 'a1 a2 a7 b2'),
  keeps('Person.name', { IN: ['Ann', 'robot[bot]', 'nobody'] }, 'a1 a2 a7 a8 b2'),
  keeps('Person.name', { IN: ['ann'] }, ''),
  keeps('Person.name', { IN: [null] }, 'a9'),
  keeps('Person.name', { IN: ['__cairn::null__'] }, 'a9'),
  keeps('Person.name', { IN: ['Bob', null] }, 'a3 a4 a9 b1'),
  keeps('Person.name', { IN: [] }, ALL),
  keeps('Person.name', { 'NOT IN': ['Ann'] }, 'a3 a4 a5 a6 a8 a9 b1 b4'),
  keeps('Person.name', { 'NOT IN': [null] }, 'a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b4'),
  keeps('Person.name', { 'NOT IN': ['Ann', null] }, 'a3 a4 a5 a6 a8 b1 b4'),
  keeps('Person.name', { 'NOT IN': [] }, ALL),
  keeps('Repository.name', { IN: ['we"ird, repo'] }, 'b1'),
  keeps('Repository.fullName', { IN: [`acme/it's odd`] }, 'b1'),
  keeps('Commit.additions', { IN: [5] }, 'a7 a8'),
  keeps('Commit.additions', { IN: ['5', '0'] }, 'a5 a7 a8'),
  keeps('Commit.additions', { IN: [5.5] }, ''),
  keeps('Commit.additions', { IN: [null, 0] }, 'a5 a9'),
  keeps('Commit.additions', { 'NOT IN': [5, 7] }, 'a1 a2 a3 a4 a5 a9 b1 b2 b4'),
  keeps('Commit.isMerge', { IN: [true] }, 'a9'),
  keeps('Commit.isMerge', { IN: ['true'] }, 'a9'),
  keeps('Commit.isMerge', { 'NOT IN': [true] }, 'a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b4'),
  keeps('Commit.deleted', { IN: [true] }, ''),
  keeps('Person.uuid', { IN: [uuidOf('Ann').toUpperCase()] }, 'a1 a2 a7 b2'),
  keeps('Person.uuid', { IN: [null] }, 'a9'),
  keeps('Commit.committedAt', { IN: ['2024-03-10T07:00:00Z'] }, 'a2'),
  keeps('Commit.committedAt', { IN: ['2024-03-10T03:00:00-04:00'] }, 'a2'),
  keeps('Commit.committedAt', { IN: [null] }, 'b4'),
  keeps('Commit.filesModified', { IN: ['src/a.ts', 'ünï.rs'] }, 'a2 a6 a7'),
  keeps('Commit.filesModified', { 'NOT IN': ['src/a.ts'] }, 'a1 a3 a4 a5 a6 a8 a9 b1 b2 b4'),
  keeps('Commit.filesModified', { IN: [null] }, 'a1 a4 a5 a8 a9 b1 b4'),
];

const RANGES: readonly CorpusCase[] = [
  keeps('Commit.additions', { WITHIN: [5, 12] }, 'a1 a6 a7 a8 b2'),
  keeps('Commit.additions', { WITHIN: ['5', '12'] }, 'a1 a6 a7 a8 b2'),
  keeps('Commit.additions', { WITHIN: [null, 5] }, 'a5 a7 a8 b4'),
  keeps('Commit.additions', { WITHIN: [40, null] }, 'a4 b1'),
  keeps('Commit.additions', { WITHIN: [40, '__cairn::null__'] }, 'a4 b1'),
  keeps('Commit.additions', { WITHIN: [null, null] }, ALL),
  keeps('Commit.additions', { WITHIN: [4.5, 7.5] }, 'a6 a7 a8'),
  keeps('Commit.additions', { WITHIN: [12, 5] }, ''),
  keeps('Commit.committedAt', { WITHIN: ['2024-03-10', '2024-03-10'] }, 'a1 a2'),
  keeps('Commit.committedAt', { WITHIN: ['2024-03-10T07:00:00Z', '2024-03-31T01:00:00Z'] }, 'a2 a3 a4'),
  keeps('Commit.committedAt', { WITHIN: ['2024-04-06T14:59:59.999Z', '2024-04-06T14:59:59.999Z'] }, 'a5'),
  keeps('Commit.committedAt', { WITHIN: ['2024-11-04', null] }, 'b2'),
  keeps('Commit.authoredAt', { WITHIN: ['2024-11-05', null] }, 'b4'),
];

const TEXTS: readonly CorpusCase[] = [
  keeps('Commit.message', { CONTAINS: ['PARSER'] }, 'a1 a2 a7 b2'),
  keeps('Commit.message', { CONTAINS: ['merge', '100%'] }, 'a8 a9'),
  keeps('Commit.message', { CONTAINS: ['%'] }, 'a8'),
  keeps('Commit.message', { CONTAINS: ['_'] }, ''),
  keeps('Commit.message', { CONTAINS: ['GRÖßE'] }, 'a6'),
  keeps('Commit.message', { CONTAINS: [`it's`] }, 'a3'),
  keeps('Commit.message', { CONTAINS: ['closes cai'] }, 'a2'),
  keeps('Commit.message', { 'NOT CONTAINS': ['parser', 'bug'] }, 'a4 a5 a6 a8 a9 b1 b4'),
  keeps('Commit.message', { 'STARTS WITH': ['re'] }, 'a7'),
  keeps('Commit.message', { 'STARTS WITH': ['fix', '=sum(', 'parser'] }, 'a2 b1'),
  keeps('Commit.filesModified', { CONTAINS: ['A.TS'] }, 'a2 a7'),
  keeps('Commit.filesModified', { 'STARTS WITH': ['docs/'] }, 'a3 a7'),
  keeps('Commit.filesModified', { 'NOT CONTAINS': ['src'] }, 'a1 a3 a4 a5 a6 a8 a9 b1 b4'),
  keeps('Person.name', { 'NOT CONTAINS': ['o'] }, 'a1 a2 a7 a9 b2'),
];

const EMPTY: readonly CorpusCase[] = [
  keeps('Commit.additions', { 'IS EMPTY': [] }, 'a9'),
  keeps('Commit.additions', { 'IS NOT EMPTY': [] }, 'a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b4'),
  keeps('Commit.committedAt', { 'IS EMPTY': [] }, 'b4'),
  keeps('Commit.filesAdded', { 'IS EMPTY': [] }, 'a2 a3 a5 a6 a7 a8 a9 b1 b2 b4'),
  keeps('Commit.filesAdded', { 'IS NOT EMPTY': [] }, 'a1 a4'),
  keeps('Commit.diffData', { 'IS NOT EMPTY': [] }, 'a2'),
  keeps('Person.title', { 'IS EMPTY': [] }, 'a5 a6 a8 a9 b4'),
  keeps('Person.title', { 'IS NOT EMPTY': [] }, 'a1 a2 a3 a4 a7 b1 b2'),
];

const RECENT: readonly CorpusCase[] = [
  keeps('Commit.committedAt', { 'IN LAST': ['P1D'] }, 'b2'),
  keeps('Commit.committedAt', { 'IN LAST': ['P3D'] }, 'a9 b1 b2'),
  keeps('Commit.committedAt', { 'IN LAST': ['T1W'] }, 'b2'),
  keeps('Commit.committedAt', { 'IN LAST': ['L1W'] }, 'a9 b1'),
  keeps('Commit.committedAt', { 'IN LAST': ['L1M'] }, 'a7 a8'),
  keeps('Commit.committedAt', { 'NOT IN LAST': ['P3D'] }, 'a1 a2 a3 a4 a5 a6 a7 a8 b4'),
  keeps('Commit.authoredAt', { 'IN LAST': ['T1D'] }, 'b4'),
  rowsOf('Flow', 'Date')(
    'finds every day up to now in a time that begins before days have names',
    { filters: [where('Flow.Date', { 'IN LAST': ['P9999Y'] })] },
    '2024-03-04 2024-03-05 2024-03-05',
  ),
  shas(
    'begins the week of a relative date where the reader does',
    { filters: [where('Commit.committedAt', { 'IN LAST': ['T1W'] })], firstDay: 7 },
    'a9 b1 b2',
  ),
];

const RELATED: readonly CorpusCase[] = [
  keeps('SourceFile.path', { IN: ['src/a.ts'] }, 'a1 a2 a7'),
  keeps('SourceFile.path', { 'NOT IN': ['src/a.ts'] }, 'a3 a4 a5 a6 a8 a9 b1 b2 b4'),
  keeps('SourceFile.path', { 'IS EMPTY': [] }, 'a5 a8 a9 b1 b4'),
  keeps('SourceFile.directory', { 'IS EMPTY': [] }, 'a4 a5 a6 a8 a9 b1 b4'),
  keeps('SourceFile.Repository.name', { IN: ['tools'] }, 'a4 a6'),
  keeps('SourceFile.path', { CONTAINS: ['READ'] }, 'a3 a7'),
  keeps('SourceFile.path', { 'NOT CONTAINS': ['src'] }, 'a3 a4 a5 a6 a8 a9 b1 b4'),
  keeps('Person.Team.name', { IN: ['core'] }, 'a1 a5 a6 b1'),
  keeps('Person.Team.name', { 'NOT IN': ['core'] }, 'a2 a3 a4 a7 a8 a9 b2 b4'),
  keeps('Person.Team.name', { IN: [null] }, 'a8 a9 b4'),
  keeps('Parent.Person.name', { IN: ['Zoë Ünal'] }, 'a9'),
];

const cairn = where('Repository.name', { IN: ['cairn'] });
const tools = where('Repository.name', { IN: ['tools'] });
const large = where('Commit.additions', { WITHIN: [20, null] });
const uncounted = where('Commit.additions', { 'IS EMPTY': [] });
const ann = where('Person.name', { IN: ['Ann'] });

const JOINED: readonly CorpusCase[] = [
  shas(
    'asks all filters at once',
    { filters: [ann, cairn, where('Commit.additions', { WITHIN: [10, null] })] },
    'a1 a2 b2',
  ),
  shas('asks any of a group', { filters: [{ any: [ann, uncounted] }] }, 'a1 a2 a7 a9 b2'),
  shas(
    'nests groups',
    { filters: [{ any: [{ all: [cairn, large] }, { all: [tools, uncounted] }] }] },
    'a2 a3 a9',
  ),
  shas('joins a group with a filter beside it', { filters: [{ any: [ann, tools] }, large] }, 'a2 a4'),
  shas(
    'leaves out a group that asks nothing',
    { filters: [{ any: [] }, { all: [where('Person.name', { IN: [] })] }, ann] },
    'a1 a2 a7 b2',
  ),
  shas(
    'joins relations to many by OR',
    {
      filters: [
        {
          any: [
            where('SourceFile.topFolder', { IN: ['docs'] }),
            where('Release.name', { IN: ['v1.1-rc.1'] }),
          ],
        },
      ],
    },
    'a3 a7 a8',
  ),
];

/** Every operator on every type of value, and groups of conditions. */
export const FILTER_CASES: readonly CorpusCase[] = [
  ...LISTED,
  ...RANGES,
  ...TEXTS,
  ...EMPTY,
  ...RECENT,
  ...RELATED,
  ...JOINED,
];
