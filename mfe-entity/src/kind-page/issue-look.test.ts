import { expect, it } from 'vitest';
import { issueLook } from './issue-look.ts';

it('each type of issue has an icon of its own', () => {
  const types = [
    'Epic',
    'Story',
    'Task',
    'Sub-task',
    'Bug',
    'Incident',
    'New Feature',
    'Vulnerability',
    'Other',
  ];
  expect(new Set(types.map((type) => issueLook(type).icon)).size).toBe(types.length);
});

it('a type is known however a tracker writes it', () => {
  expect(issueLook('subtask').icon).toBe(issueLook('Sub-task').icon);
  expect(issueLook('User story').icon).toBe(issueLook('Story').icon);
  expect(issueLook('Production outage')).toEqual(issueLook('Incident'));
});

it('an epic and an incident are called so, and other types issues', () => {
  expect(['Epic', 'Incident', 'Story'].map((type) => issueLook(type).label)).toEqual([
    'Epic',
    'Incident',
    'Issue',
  ]);
});
