import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { CATALOGUE, KINDS } from './kinds.ts';
import { OWN_NAME, extendKinds, ownName } from './own-attributes.ts';
import type { OwnAttribute } from './own-attributes.ts';

const IMPACT: OwnAttribute = {
  kind: 'Issue',
  name: 'customImpact',
  label: 'Impact',
  type: 'string',
  integration: 'jira',
  externalId: 'customfield_10001',
};

describe('the name of an own attribute', () => {
  it('is made of the words of its label', () => {
    expect(ownName('Customer impact (€)', [])).toBe('customCustomerImpact');
    expect(ownName('Größe', [])).toBe('customGroE');
    expect(ownName('影響', [])).toBe('customField');
    expect(ownName('Impact', ['customImpact'])).toBe('customImpact2');
    expect(ownName('IMPACT', ['customImpact', 'customImpact2'])).toBe('customIMPACT3');
  });

  it('is safe and taken once, whatever an org calls its fields', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 12 }), (labels) => {
        const names: string[] = [];
        for (const label of labels) names.push(ownName(label, names));
        for (const name of names) expect(name).toMatch(OWN_NAME);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(labels.length);
      }),
    );
  });

  it('is none of the catalogue', () => {
    const names = KINDS.flatMap(({ attributes }) => attributes.map(({ name }) => name));
    expect(names.filter((name) => name.startsWith('custom'))).toEqual([]);
  });
});

describe('the catalogue of an org', () => {
  it('has its own attributes beside the ones that every org has', () => {
    const own = createCatalogue(extendKinds(KINDS, [IMPACT]));
    expect(own.attribute('Issue', 'customImpact')).toMatchObject({
      label: 'Impact',
      providedBy: ['jira'],
      own: true,
    });
    expect(own.attribute('Commit', 'customImpact')).toBeUndefined();
    expect(own.attribute('Issue', 'title')).toEqual(CATALOGUE.attribute('Issue', 'title'));
    expect(CATALOGUE.attribute('Issue', 'customImpact')).toBeUndefined();
  });
});
