import { CATALOGUE } from '@cairn/entities';
import { planQuestion } from '../src/ask/planner/plan-question.ts';
import type { LookUp } from '../src/ask/planner/resolve-value.ts';
import { createLexicon } from '../src/ask/planner/lexicon.ts';

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'Person.name': ['Ada Lovelace', 'Grace Hopper', 'Linus'],
  'Person.email': ['ada@example.com'],
  'Repository.name': ['cairn', 'website'],
  'SourceFile.directory': ['src', 'src/query', 'src/query/plan', 'docs'],
  'SourceFile.path': ['README.md', 'src/query/plan.ts', 'docs/README.md'],
  'SourceFile.topFolder': ['src', 'docs'],
  'SourceFile.name': ['README.md', 'plan.ts'],
  'Branch.name': ['main', 'develop'],
  'Release.name': ['v1.2.0'],
};

/** Answers like the graph: the values of a field that contain a text, in any case. */
export const lookUp: LookUp = ({ target, attribute }, contains) => {
  const values = VALUES[`${target}.${attribute}`] ?? [];
  return Promise.resolve(values.filter((value) => value.toLowerCase().includes(contains.toLowerCase())));
};

export const lexicon = createLexicon(CATALOGUE);

/** Asks on a Saturday in November 2026. */
export function ask(text: string, options: { lookUp?: LookUp | null; timezone?: string } = {}) {
  const { timezone = 'Europe/Berlin' } = options;
  const known = options.lookUp === undefined ? lookUp : options.lookUp;
  return planQuestion({ text, now: new Date('2026-11-21T10:00:00Z'), timezone, lookUp: known }, lexicon);
}
