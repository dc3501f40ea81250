import { AppError, type Configuration, type FoundEntity } from '@cairn/contracts';
import { ChatReply, ChatSource, SAMPLE_PROMPTS } from '@cairn/contracts/chat-replies';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { ask } from '../../test/planner.ts';
import { EXAMPLES } from '../ask/planner/refusals.ts';
import { answerMessage, type AskedMessage } from './answer-message.ts';
import { defaultSources } from './default-sources.ts';

const grace: FoundEntity = { uuid: 'p1', kind: 'Person', name: 'Grace Brooks', hint: null, exact: false };
const payments: FoundEntity = { uuid: 't1', kind: 'Team', name: 'Payments', hint: null, exact: false };

const count = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const };
const source = (title: string, query: object): ChatSource => ChatSource.parse({ title, query });
const byRepository = source('Commits', {
  select: ['Commit'],
  groupBys: [{ target: 'Repository', attribute: 'name' }],
  aggregations: [count],
  duration: 'P90D',
});
const byPerson = source('People', {
  select: ['Commit'],
  groupBys: [{ target: 'Person', attribute: 'name' }],
  aggregations: [count],
});
const rows = source('Releases', { select: ['Release'] });

/** Answers a text about some sources, in an org with a person and a team. */
async function reply(text: string, queries: readonly ChatSource[] = [], part: Partial<AskedMessage> = {}) {
  const answer = await answerMessage({
    sections: [{ prompt: text, queries }],
    within: undefined,
    find: (term, kind) =>
      Promise.resolve(
        [grace, payments].filter(
          ({ name, kind: of }) =>
            name.toLowerCase().includes(term.toLowerCase()) && (kind === undefined || kind === of),
        ),
      ),
    plan: (question) => ask(question),
    defaults: () => Promise.resolve([]),
    ...part,
  });
  return ChatReply.parse({ ...answer, conversationId: 'c1' });
}

const titles = ({ answers }: ChatReply) => answers.map(({ title }) => title);

describe('the sample prompts', () => {
  it.each(SAMPLE_PROMPTS)(
    '$title draws every data source, and offers the others',
    async ({ title, prompt }) => {
      const { answers, summary, follow_up_prompts: next } = await reply(prompt, [byRepository, rows]);
      expect(answers).toHaveLength(2);
      expect(summary).toContain('2 data sources');
      expect(summary).toContain('No language model is connected');
      expect(next.map((each) => each.title)).toEqual(
        SAMPLE_PROMPTS.map((each) => each.title).filter((each) => each !== title),
      );
    },
  );

  it.each([
    ['overview', 'Commits'],
    ['Trends of this board?', 'Commits, over time'],
    ['give me the key insights', 'Commits, the 5 largest'],
    ['Comparative analysis', 'Commits, beside the period before'],
  ])('“%s” means one of them too', async (text, title) => {
    expect(titles(await reply(text, [byRepository]))).toEqual([title]);
  });

  it('a trend asks for the first group and the first measure over time', async () => {
    const order = [{ by: 'Repository.name', direction: 'ascending' as const }];
    const ordered = { ...byRepository, query: { ...byRepository.query, order, limit: 3 } };
    const [answer] = (await reply('trends', [ordered])).answers;
    expect(answer?.view).toEqual({ value: 'overTime', config: {} });
    expect(answer?.query).toMatchObject({
      groupBys: byRepository.query.groupBys,
      duration: 'P90D',
      order: [],
    });
  });

  it('a trend of what is over time already is asked as it is', async () => {
    const weekly = source('Weekly', {
      select: ['Commit'],
      groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'week' }],
    });
    expect((await reply('trends', [weekly])).answers[0]?.query).toEqual(weekly.query);
  });

  it('insights order the groups by their measure, but never people', async () => {
    const { answers } = await reply('key insights', [byRepository, byPerson]);
    expect(answers[0]?.query).toMatchObject({
      order: [{ by: 'count(Commit.uuid)', direction: 'descending' }],
      limit: 5,
    });
    expect(answers[1]?.query).toEqual(byPerson.query);
  });

  it('a comparison keeps the dates of a source, and gives the last thirty days to one without', async () => {
    const { answers } = await reply('comparison', [byRepository, rows]);
    expect(answers[0]?.query).toMatchObject({ duration: 'P90D', compareWith: { method: 'tuple' } });
    expect(answers[1]?.query).toMatchObject({
      duration: 'P30D',
      aggregations: [{ target: 'Release', attribute: 'uuid', reducer: 'count' }],
    });
  });

  it('reads what the org has where no source was added, and says so', async () => {
    const kind = (name: string, provided: boolean): Configuration['kinds'][number] => {
      const looks = { icon: '', color: '', timeAttribute: '', attributes: [], relations: [] };
      return { ...looks, name, label: name, plural: `${name}s`, provided };
    };
    const kinds = [kind('Commit', true), kind('Issue', false)];
    const defaults = () => Promise.resolve(defaultSources({ kinds }));
    const answer = await reply('overview', [], { defaults });
    expect(titles(answer)).toEqual(['Commits']);
    expect(answer.answers[0]?.query.filters).toHaveLength(1);
    expect(answer.summary).toContain('No data source was added');
  });

  it('says that there is nothing to read without any source', async () => {
    const { summary, follow_up_prompts: next } = await reply('overview');
    expect(summary).toBe('There is no data source yet. Add one, or ask a question.');
    expect(next.map(({ prompt }) => prompt)).toEqual(EXAMPLES);
  });
});

describe('a message in words', () => {
  it('that is a question is drawn, with how it was read', async () => {
    const { answers, summary } = await reply('commits per author last month');
    expect(answers).toMatchObject([{ title: 'Commits by author, last month', view: { value: 'barChart' } }]);
    expect(summary).not.toBe('');
  });

  it('takes the dates of the page where it names none, and says so', async () => {
    const within = Query.parse({ duration: 'P7D' });
    const undated = await reply('commits per author', [], { within });
    expect(undated.answers[0]?.query.duration).toBe('P7D');
    expect(undated.summary).toContain('In the dates of this page.');
    const dated = await reply('commits per author last month', [], { within });
    expect(dated.answers[0]?.query.duration).toBe('L1M');
    expect(dated.summary).not.toContain('this page');
  });

  it('takes the filters of the page where both ask for one kind', async () => {
    const filter = { target: 'Repository', attribute: 'name', comparison: { IN: ['cairn'] } };
    const within = (select: string) => ({ within: Query.parse({ select: [select], filters: [filter] }) });
    const same = await reply('commits per author', [], within('Commit'));
    expect(same.answers[0]?.query.filters).toContainEqual(filter);
    expect(same.summary).toContain('With the filters of this page.');
    const other = await reply('commits per author', [], within('Issue'));
    expect(other.answers[0]?.query.filters).not.toContainEqual(filter);
  });

  it('that is a name lists who is called so', async () => {
    expect((await reply('who is Grace Brooks')).entities).toEqual([
      { uuid: 'p1', kind: 'Person', name: 'Grace Brooks' },
    ]);
  });

  it('that names a team leads to it, and to the list where it names none', async () => {
    expect(await reply('open the Payments team')).toMatchObject({
      entities: [{ uuid: 't1', name: 'Payments' }],
      listsTeams: false,
    });
    expect(await reply('show me all teams')).toMatchObject({ entities: [], listsTeams: true });
  });

  it('that wants an analysis is told that no model is connected', async () => {
    const answer = await reply('analyze the meaning of everything');
    expect(answer.topicName).toBe('meaning of everything');
    expect(answer.summary).toContain('needs a language model, and none is connected');
  });

  it('that means nothing is told why, with questions that have an answer', async () => {
    const { summary, answers, follow_up_prompts: next } = await reply('what is the weather');
    expect(answers).toEqual([]);
    expect(summary).toContain('Try “commits per author last month”');
    for (const { prompt } of next) expect((await reply(prompt)).answers).toHaveLength(1);
    expect(next).toHaveLength(EXAMPLES.length);
  });

  it('fails where the planner fails otherwise', async () => {
    const plan = () => Promise.reject(new AppError('unavailable', 'away'));
    await expect(reply('commits', [], { plan })).rejects.toThrow('away');
  });
});
