import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { onlyRanFor } from './only-ran-for.ts';

const relation = (name: string, uuids: readonly string[], total = uuids.length) => ({
  name,
  label: name,
  target: 'PullRequest',
  total,
  items: uuids.map((uuid) => ({ uuid, kind: 'PullRequest', name: uuid })),
});
const pipeline = (...relations: ReturnType<typeof relation>[]) => ({
  uuid: 'run',
  labels: ['CicdPipeline'],
  name: 'Deploy',
  properties: {},
  own: [],
  relations,
});

describe('the pull requests that a pipeline ran for', () => {
  it('stand once: those that it shipped are in the list of what it shipped', () => {
    expect(onlyRanFor(pipeline(relation('PullRequest', ['a']), relation('Shipped', ['a', 'b'])))).toBeNull();
    expect(onlyRanFor(pipeline(relation('PullRequest', ['a', 'c']), relation('Shipped', ['a'])))).toEqual({
      kind: 'PullRequest',
      filters: [
        { target: 'CicdPipeline', attribute: 'uuid', comparison: { IN: ['run'] } },
        { target: 'Deployment', attribute: 'uuid', comparison: { 'NOT IN': ['run'] } },
      ],
    });
  });

  it('are asked for where the answer does not name all of them', () => {
    expect(
      onlyRanFor(pipeline(relation('PullRequest', ['a'], 9), relation('Shipped', ['a']))),
    ).not.toBeNull();
    expect(onlyRanFor(pipeline(relation('PullRequest', [])))).toBeNull();
    expect(onlyRanFor(pipeline())).toBeNull();
  });

  it('are asked for by relations that the catalogue has', () => {
    for (const name of ['CicdPipeline', 'Deployment'])
      expect(CATALOGUE.relation('PullRequest', name)?.target).toBe('CicdPipeline');
  });
});
