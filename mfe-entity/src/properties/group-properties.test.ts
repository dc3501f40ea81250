import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { groupProperties } from './group-properties.ts';

const entity = (
  kind: string,
  properties: EntityDetail['properties'],
  own: EntityDetail['own'] = [],
): EntityDetail => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  labels: [kind],
  name: 'It',
  properties: { integration: 'github', ...properties },
  own,
  relations: [],
});

const propertiesOf = (detail: EntityDetail) =>
  groupProperties(detail).properties.map(({ name, value, missing }) => [name, value, missing]);

describe('the properties of an entity', () => {
  it('say why a measure is missing in its own place, once for both clocks', () => {
    const shown = propertiesOf(
      entity('PullRequest', {
        cycleTime: null,
        clockCycleTime: null,
        noCycleTimeReason: 'Not merged yet',
        pickupTime: 3_600,
        clockPickupTime: 3_600,
        noPickupTimeReason: null,
      }),
    );
    expect(shown).toContainEqual(['cycleTime', null, 'Not merged yet']);
    expect(shown).toContainEqual(['pickupTime', 3_600, undefined]);
    const names = shown.map(([name]) => name);
    expect(names).not.toContain('clockCycleTime');
    expect(names.filter((name) => String(name).endsWith('Reason'))).toEqual([]);
  });

  it('say it of every measure that the catalogue has a reason for', () => {
    for (const { name: kind, attributes } of CATALOGUE.kinds) {
      for (const { name: reason } of attributes.filter(({ name }) => /^no[A-Z].*Reason$/.test(name))) {
        const shown = propertiesOf(entity(kind, { [reason]: 'Not yet' }));
        expect(
          shown.map(([, , missing]) => missing),
          `${kind}.${reason}`,
        ).toContain('Not yet');
        expect(
          shown.map(([name]) => name),
          `${kind}.${reason}`,
        ).not.toContain(reason);
      }
    }
  });

  it('gather what is derived under additional analysis, without the word that tells it apart elsewhere', () => {
    const { analysis } = groupProperties(entity('Issue', { cairnCycleTime: 60, cairnSummary: 'Short.' }));
    const labels = analysis.map(({ name, label }) => [name, label]);
    expect(labels).toContainEqual(['cairnCycleTime', 'Working cycle time']);
    expect(labels).toContainEqual(['cairnSummary', 'Summary']);
    const names = ['cairnCycleTime', 'cairnClockCycleTime', 'cairnSummary'];
    const elsewhere = names.map((name) => CATALOGUE.attribute('Issue', name)?.label);
    expect(elsewhere).toEqual(['Derived working cycle time', 'Derived clock cycle time', 'Derived summary']);
  });

  it('hold the fields of the org’s own with what it calls them, where they have a value', () => {
    const own = [
      { name: 'customRiskScore', label: 'Risk score', type: 'number', unit: 'point', priority: 520 },
      { name: 'customMarkets', label: 'Markets', type: 'string[]', priority: 520 },
      { name: 'customDueDate', label: 'Due', type: 'date', priority: 520 },
      { name: 'customNothing', label: 'Nothing', type: 'string', priority: 520 },
    ];
    const values = {
      customRiskScore: 8,
      customMarkets: [],
      customDueDate: '2026-12-24',
      customNothing: null,
    };
    const { properties, dates } = groupProperties(entity('Issue', values, own));
    const found = [...properties, ...dates].filter(({ name }) => name.startsWith('custom'));
    expect(found).toEqual([
      { kind: 'Issue', name: 'customRiskScore', label: 'Risk score', value: 8, unit: 'point', priority: 520 },
      { kind: 'Issue', name: 'customDueDate', label: 'Due', value: '2026-12-24', priority: 520 },
    ]);
  });

  it('say nothing twice', () => {
    const issue = groupProperties(
      entity('Issue', {
        name: 'Retry',
        title: 'Retry',
        status: 'In QA',
        statusCategory: 'inProgress',
        sourceStatus: 'In QA',
        issueType: 'Bug',
        issueTypeCategory: 'other',
        sourceIssueType: 'Defect',
        cycleTime: 60,
        cairnCycleTime: 60,
        leadTime: 80,
        cairnLeadTime: 90,
      }),
    );
    const names = [...issue.properties, ...issue.analysis].map(({ name }) => name);
    for (const said of ['title', 'statusCategory', 'sourceStatus', 'issueTypeCategory', 'cycleTime'])
      expect(names).not.toContain(said);
    for (const shown of ['name', 'status', 'sourceIssueType', 'cairnCycleTime', 'leadTime', 'cairnLeadTime'])
      expect(names).toContain(shown);
    expect(issue.properties.find(({ name }) => name === 'status')?.category).toBe('inProgress');
    const pull = propertiesOf(
      entity('PullRequest', {
        number: 470,
        prNumber: '#470',
        status: 'Merged',
        state: 'closed',
        sourceStatus: 'closed',
      }),
    ).map(([name]) => name);
    for (const said of ['number', 'sourceStatus']) expect(pull).not.toContain(said);
    for (const shown of ['prNumber', 'status', 'state']) expect(pull).toContain(shown);
  });

  it('lead to who and what they name, where that is one', () => {
    const ada = { uuid: 'u-ada', kind: 'Person', name: 'Ada' };
    const related = (name: string, items: (typeof ada)[]) => ({
      name,
      label: name,
      target: 'Person',
      total: items.length,
      items,
    });
    const pull = {
      ...entity('PullRequest', { createdBy: 'Ada', reviewers: ['Ada', 'Grace'], title: 'Ada' }),
      relations: [related('Person', [ada])],
    };
    const value = (name: string) =>
      groupProperties(pull).properties.find((each) => each.name === name)?.value;
    expect(value('createdBy')).toEqual({ uuid: 'u-ada', name: 'Ada' });
    expect(value('reviewers')).toEqual([{ uuid: 'u-ada', name: 'Ada' }, 'Grace']);
    expect(value('title')).toBe('Ada');
    const other = { ...ada, uuid: 'u-other' };
    const twoOfThem = { ...pull, relations: [related('Person', [ada]), related('Reviewer', [other])] };
    expect(groupProperties(twoOfThem).properties.find(({ name }) => name === 'createdBy')?.value).toBe('Ada');
  });
});
