import type { FormulaNode } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { draftOf, formulaOf, nodeOf, withFunction, withoutParam, withParam } from './formula-draft.ts';

describe('a formula that is being written', () => {
  it.each<[FormulaNode]>([[['add', 'n', 2, ['abs', ['round', 'n', 1]]]], [['percentOfTotal', 'n']]])(
    'is the formula that it was begun with: %j',
    (formula) => {
      expect(formulaOf(draftOf(formula))).toEqual(formula);
    },
  );

  it('has as many parameters as its function takes: more are dropped, missing ones padded', () => {
    const three = draftOf(['add', 'a', 'b', 3]);
    expect(withFunction(three, 'divide')).toEqual({ fn: 'divide', params: ['a', 'b'] });
    expect(withFunction(three, 'max')).toEqual({ fn: 'max', params: ['a', 'b', 3] });
    expect(withFunction(null, 'divide')).toEqual({ fn: 'divide', params: [null, null] });
    expect(withFunction('a', 'ifNull')).toEqual({ fn: 'ifNull', params: ['a', null] });
  });

  it('is none while a part is missing, and is shown with a gap', () => {
    const half = draftOf(['abs', ['divid', 'n']]);
    expect(formulaOf(half)).toBeNull();
    expect(nodeOf(half, '…')).toEqual(['abs', '…']);
    expect(formulaOf(null)).toBeNull();
  });

  it('has its parameters changed and taken away by their places', () => {
    const three = withFunction(draftOf(['add', 'a', 'b', 'c']), 'add');
    expect(withParam(three, 1, 2).params).toEqual(['a', 2, 'c']);
    expect(withoutParam(three, 0).params).toEqual(['b', 'c']);
  });
});
