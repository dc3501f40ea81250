import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from '@cairn/entities';
import { expect, it } from 'vitest';
import { attributeTable } from './attribute-table.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/attributes.md');

it('the page of attributes is what the catalogue says (npm run attributes makes it anew)', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(attributeTable());
});

it('the page names every kind, and of an attribute all who fill it', () => {
  const table = attributeTable();
  for (const { plural } of KINDS) expect(table).toContain(`\n## ${plural}\n`);
  expect(table).toContain('| score | snyk |');
  expect(table).toContain('| deployedAt | worked out by Cairn |');
});
