import type { EntityDetail } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { plainEntity } from '../../test/plain-entity.ts';
import { issueChips, pullRequestChips } from './state-chips.ts';

const entity = (properties: EntityDetail['properties']) => plainEntity('Issue', properties);

describe('the chips of a header', () => {
  it('tell an issue by its key, type, priority and status', () => {
    const story = { issueKey: 'CAI-1', issueType: 'Story', priority: 'High', status: 'In QA' };
    expect(issueChips(entity({ ...story, statusCategory: 'inProgress' }))).toEqual([
      { label: 'CAI-1' },
      { label: 'Story', of: 'issueType' },
      { label: 'High', of: 'priority' },
      { label: 'In QA', of: 'status', category: 'inProgress' },
    ]);
  });

  it('say how bad an incident is, and leave what it is to the name of its kind', () => {
    const incident = { issueType: 'Incident', severity: 'Major', status: 'Done', statusCategory: 'done' };
    expect(issueChips(entity(incident))).toEqual([
      { label: 'Major', tone: 'warn' },
      { label: 'Done', of: 'status', category: 'done' },
    ]);
    for (const severity of ['Minor', 'Critical'])
      expect(issueChips(entity({ ...incident, severity }))[0]).toEqual({ label: severity, of: 'priority' });
    const labels = issueChips(entity({ ...incident, issueType: 'Task' })).map(({ label }) => label);
    expect(labels).not.toContain('Major');
  });

  it('give a pull request its number, status and state, each once, and nothing that is missing', () => {
    const draft = { prNumber: '#1854', status: 'Draft', draft: true, state: 'open' };
    expect(pullRequestChips(entity(draft)).map(({ label }) => label)).toEqual(['#1854', 'Draft', 'open']);
    const merged = { prNumber: '#2', status: 'merged', merged: true, state: 'closed' };
    expect(pullRequestChips(entity(merged)).map(({ label }) => label)).toEqual(['#2', 'merged']);
    expect(pullRequestChips(entity({}))).toEqual([]);
    const closed = { status: 'Closed', statusCategory: 'done', state: 'closed' };
    expect(pullRequestChips(entity(closed))).toEqual([
      { label: 'Closed', of: 'pullRequest', category: 'done' },
    ]);
  });
});
