import { describe, expect, it } from 'vitest';
import { countByType, seriesOf, typeOfCommit } from './release-changes.ts';

describe('the changes of a release', () => {
  it.each([
    ['feat(api)!: answer in pages', 'Features'],
    ['Add a planner', 'Features'],
    ['fix: count once', 'Fixes'],
    ['Merge pull request #809: Bump http-client', 'Merges'],
    ['Bump http-client from 3.4 to 3.5', 'Dependencies'],
    ['chore(deps-dev): update vite', 'Dependencies'],
    ['docs: say how', 'Documentation'],
    ['Fixture of a test', 'Other'],
    ['', 'Other'],
  ])('are sorted by subject: %s', (subject, type) => {
    expect(typeOfCommit(subject)).toBe(type);
  });

  it('are counted in a fixed order, without types that have none', () => {
    const commits = ['fix: a', 'Add b', 'fix: c'].map((name) => ({ name }));
    expect(countByType(commits)).toEqual([
      { type: 'Features', count: 1 },
      { type: 'Fixes', count: 2 },
    ]);
  });

  it.each([
    ['v3.3.0', ''],
    ['3.3', ''],
    ['api-v1.2.0', 'api-'],
    ['@scope/pkg@1.0.0-rc.1', '@scope/pkg@'],
    ['nightly', 'nightly'],
  ])('belong to the series of their tag: %s', (tag, series) => {
    expect(seriesOf(tag)).toBe(series);
  });
});
