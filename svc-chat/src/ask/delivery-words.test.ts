import { CATALOGUE } from '@cairn/entities';
import { DELIVERY } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { ask } from '../../test/planner.ts';
import { inDelivery, readDelivery } from './delivery-words.ts';

async function asked(written: string) {
  const { text, word } = readDelivery(written);
  return inDelivery(await ask(text), word, CATALOGUE);
}

describe('a word for delivery in a question', () => {
  it.each([
    ['deployments per week', DELIVERY.deployments],
    ['production deployments this year', DELIVERY.deployments],
    ['lead time for changes by repository', DELIVERY.leadTimeForChanges],
    ['what is our change failure rate', DELIVERY.changeFailureRate],
    ['MTTR last quarter', DELIVERY.timeToRestore],
    ['median time from first commit to merge this year', DELIVERY.commitToMerge],
  ])('is found: %s', (text, word) => {
    expect(readDelivery(text).word).toBe(word);
  });

  it.each(['failed deployments', 'staging deployments', 'pipelines per week', 'commits per author'])(
    'is none that means something else: %s',
    (text) => {
      expect(readDelivery(text)).toEqual({ text, word: null });
    },
  );

  it('counts by its own moment, over periods and in the dates of the question', async () => {
    const { query, understood, ignored } = await asked('deployments per week in the last 90 days');
    expect(query).toMatchObject({
      select: ['CicdPipeline'],
      groupBys: [{ target: 'CicdPipeline', attribute: 'deployedAt', unit: 'week' }],
      filters: [{ attribute: 'deployedAt', comparison: { 'IN LAST': ['P90D'] } }],
    });
    expect(query).not.toHaveProperty('duration');
    expect([understood.at(-1), ignored]).toEqual([DELIVERY.deployments.says, []]);
  });

  it('is drawn by lines where its figures over two groups do not add up', async () => {
    const { view } = await asked('lead time for changes by repository per month this year');
    expect(view).toEqual({ value: 'barChart', config: { displayType: 'lines' } });
  });
});
