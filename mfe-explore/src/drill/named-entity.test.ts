import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { namedBy } from './named-entity.ts';

const query = Query.parse({ select: ['Commit'] });
const column = (target: string, attribute: string): Column => ({
  key: `${target}.${attribute}`,
  label: attribute,
  type: 'string',
  role: 'group',
  target,
  attribute,
});

describe('a value of a chart', () => {
  it.each([
    ['Person', 'name', 'Person'],
    ['Person.Team', 'name', 'Team'],
    ['SourceFile', 'path', 'SourceFile'],
    ['Commit', 'sha', 'Commit'],
    ['Committer', 'name', 'Person'],
  ])('leads to the page that it names: %s %s is a %s', (target, attribute, kind) => {
    expect(namedBy(query, { column: column(target, attribute), value: 'x' })).toEqual({
      kind,
      attribute,
      value: 'x',
    });
  });

  it.each([
    ['no name', 'SourceFile', 'topFolder', 'src', undefined],
    ['no value', 'Person', 'name', null, undefined],
    ['the others', 'Person', 'name', 'Other', ['Ada']],
    ['no relation', 'Weather', 'name', 'rain', undefined],
  ])('leads nowhere where it is %s', (_, target, attribute, value, except) => {
    expect(
      namedBy(query, { column: column(target, attribute), value, ...(except ? { except } : {}) }),
    ).toBeNull();
  });
});
