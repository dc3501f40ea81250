import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { barTone, insightsOf, percentOf, scoreBand } from './insights.ts';

const entity = (kind: string, properties: Record<string, unknown>) => ({
  uuid: 'u-1',
  labels: [kind],
  name: 'It',
  properties,
  own: [],
  relations: [],
});

describe('the scales of insights', () => {
  it('clamp scores to their scale', () => {
    expect([percentOf(-3, 10), percentOf(7, 10), percentOf(70, 10), percentOf(70, 100)]).toEqual([
      0, 70, 100, 70,
    ]);
  });

  it('colour a bar in bands of ten: green up to 40, amber to 70, red from 80', () => {
    const tones = [0, 40, 49, 50, 70, 79, 80, 100].map((percent) => barTone(percent, 'lower'));
    expect(tones).toEqual(['good', 'good', 'good', 'warn', 'warn', 'warn', 'bad', 'bad']);
    expect([100, 60, 50, 30, 20, 0].map((percent) => barTone(percent, 'higher'))).toEqual([
      'good',
      'good',
      'warn',
      'warn',
      'bad',
      'bad',
    ]);
  });

  it('colour a figure by five bands', () => {
    expect([95, 90, 89, 70, 50, 30, 29].map(scoreBand)).toEqual([
      'emerald',
      'emerald',
      'blue',
      'blue',
      'orange',
      'darkOrange',
      'red',
    ]);
  });
});

describe('the insights of an entity', () => {
  it('are those of its kind, with value and explanation, or without', () => {
    const insights = insightsOf(
      entity('Issue', {
        cairnUrgency: 'critical',
        cairnUrgencyExplanation: 'It is down.',
        cairnFrictionScore: 8,
      }),
    );
    const by = (name: string) => insights.find((insight) => insight.name === name);
    expect(by('cairnUrgency')).toMatchObject({ value: 'critical', explanation: 'It is down.' });
    expect(by('cairnFrictionScore')).toMatchObject({ label: 'Complexity', value: 8, explanation: null });
    expect(by('cairnImpact')).toMatchObject({ label: 'Impact', value: null, explanation: null });
    expect(insights.map(({ name }) => name).filter((name) => /Time$|Explanation$/.test(name))).toEqual([]);
  });

  it('never read the measures of time, and are none for a kind without text', () => {
    expect(insightsOf(entity('Repository', {}))).toEqual([]);
    for (const { name } of CATALOGUE.kinds)
      for (const insight of insightsOf(entity(name, {}))) expect(insight.value).toBeNull();
  });
});
