import { rowsOf } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const shas = rowsOf('Commit', 'sha');
const ALL = 'a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b4';

const finds = (search: string, found: string): CorpusCase => shas(`finds ${search}`, { search }, found);

/** Words, quotes, brackets, OR and NOT over what people write. */
export const SEARCH_CASES: readonly CorpusCase[] = [
  finds('parser', 'a1 a2 a7 b2'),
  finds('PARSER', 'a1 a2 a7 b2'),
  finds('parser fix', 'a2'),
  finds('parser AND fix', 'a2'),
  finds('fix OR speed', 'a2 a3 b2'),
  finds('bug or', ''),
  finds('parser NOT fix', 'a1 a7 b2'),
  finds('NOT parser', 'a3 a4 a5 a6 a8 a9 b1 b4'),
  finds('NOT NOT parser', 'a1 a2 a7 b2'),
  finds('"old things"', 'a4'),
  finds('"things old"', ''),
  finds('things old', 'a4'),
  finds('(bug OR größe) NOT parser', 'a3 a6'),
  finds('bug OR größe NOT ändern', 'a2 a3'),
  finds('GRÖßE', 'a6'),
  finds('100%', 'a8'),
  finds('%', 'a8'),
  finds('_', ''),
  finds(`it's`, 'a3'),
  finds('=SUM', 'b1'),
  finds('a1', 'a1 b1'),
  finds('NOT', ALL),
  finds('"" ()', ALL),
  finds('parser )', 'a1 a2 a7 b2'),
  finds('((parser', 'a1 a2 a7 b2'),
  rowsOf('Person', 'email')('finds a name with a quote in it', { search: `o'neil` }, 'pat@example.com'),
  rowsOf('PullRequest', 'mergedAt')(
    'finds pull requests as the example of the language does',
    { search: 'bug NOT resolved' },
    '2024-03-31T02:00:00Z',
  ),
  rowsOf('Repository', 'name')('finds a repository by its category', { search: 'core' }, 'cairn'),
  rowsOf('Issue', 'issueKey')('finds an issue by its key', { search: 'cai-3 OR ops-1' }, 'CAI-3 OPS-1'),
];
