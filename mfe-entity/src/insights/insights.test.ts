import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { plainEntity } from '../../test/plain-entity.ts';
import { barTone, insightsOf, percentOf, scoreBand } from './insights.ts';

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

/** What text analysis fills of each kind (E§3), without the prefix; `+` marks those that have an explanation. */
const FILLED: Readonly<Record<string, string>> = {
  Branch: 'ValueStatement',
  Commit:
    'Summary ValueStatement TechStackLayers+ Maintainability+ Quality+ Complexity+ Atomicity+ MessageClarityScore+ RiskScore+',
  Issue:
    'ValueStatement Keywords Topics Impact+ Urgency+ Importance+ ClarityScore+ FrictionScore+ Classification+ MissingDetails UnansweredQuestions Summary',
  IssueComment: 'Category Sentiment Emotion Tone Language Keywords Topics',
  PullRequestReviewComment: 'Category Sentiment Emotion Tone Language Keywords Topics',
  PullRequest:
    'Summary SummaryChangeset SummaryPurpose Complexity+ Maintainability+ Quality+ RiskScore+ ConfidenceScore+ Urgency+ HasOpenQuestions+ Classifications+',
  CalendarEntry: 'QualityScore+',
};

describe('the insights of an entity', () => {
  it.each(Object.entries(FILLED))('have a place for all that text analysis fills: %s', (kind, fields) => {
    const marked = fields.split(' ');
    const names = marked.map((field) => field.replace('+', ''));
    const values = Object.fromEntries(
      marked.flatMap((field) => {
        const name = `cairn${field.replace('+', '')}`;
        return [[name, 'high'], ...(field.endsWith('+') ? [[`${name}Explanation`, 'Because.']] : [])];
      }),
    );
    const insights = insightsOf(plainEntity(kind, values));
    for (const name of names) {
      const insight = insights.find((each) => each.name === `cairn${name}`);
      const explanation = marked.includes(`${name}+`) ? 'Because.' : null;
      expect(insight, name).toMatchObject({ value: 'high', explanation });
      expect(CATALOGUE.attribute(kind, `cairn${name}Explanation`) !== undefined).toBe(explanation !== null);
    }
    expect(insightsOf(plainEntity(kind, {})).every(({ value }) => value === null)).toBe(true);
  });

  it('are those of its kind, with value and explanation, or without', () => {
    const insights = insightsOf(
      plainEntity('Issue', {
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
    expect(insightsOf(plainEntity('Repository', {}))).toEqual([]);
    for (const { name } of CATALOGUE.kinds)
      for (const insight of insightsOf(plainEntity(name, {}))) expect(insight.value).toBeNull();
  });
});
