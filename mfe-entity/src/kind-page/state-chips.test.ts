import type { EntityDetail } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { issueChips, pullRequestChips } from './state-chips.ts';

const entity = (properties: EntityDetail['properties']): EntityDetail => ({
  uuid: '',
  labels: [],
  name: null,
  properties,
  own: [],
  relations: [],
});

describe('the chips of a header', () => {
  it('tell an issue by its key, type, priority and status', () => {
    const story = { issueKey: 'CAI-1', issueType: 'Story', priority: 'High', status: 'In QA' };
    expect(issueChips(entity({ ...story, statusCategory: 'inProgress' }))).toEqual([
      { label: 'CAI-1' },
      { label: 'Story' },
      { label: 'High' },
      { label: 'In QA', tone: 'accent' },
    ]);
  });

  it('let an incident stand out, with how bad it is', () => {
    const incident = { issueType: 'Incident', severity: 'Major', status: 'Done', statusCategory: 'done' };
    expect(issueChips(entity(incident))).toEqual([
      { label: 'Incident', tone: 'bad' },
      { label: 'Major', tone: 'bad' },
      { label: 'Done', tone: 'good' },
    ]);
  });

  it('give a pull request its number and status, and nothing that is missing', () => {
    expect(pullRequestChips(entity({ prNumber: '#1854', status: 'Draft', statusCategory: 'todo' }))).toEqual([
      { label: '#1854' },
      { label: 'Draft', tone: 'neutral' },
    ]);
    expect(pullRequestChips(entity({}))).toEqual([]);
  });
});
