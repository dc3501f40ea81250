import { describe, expect, it } from 'vitest';
import { KIND_PAGES } from '../kinds/kinds.ts';
import { GENERIC_PAGE } from '../kind-page/define-kind-page.tsx';
import { markdownOf } from './markdown-of.ts';

const ADDRESS = 'https://cairn.example/acme/entity/00000000-0000-4000-8000-000000000001';

function markdown(
  kind: string,
  name: string,
  properties: Record<string, unknown> = {},
  related: string[] = [],
) {
  const relations = related.map((relation) => ({
    name: relation,
    label: relation,
    target: relation,
    total: 1,
    items: [{ uuid: 'u-2', kind: relation, name: `The ${relation}` }],
  }));
  const page = KIND_PAGES.find((each) => each.kind === kind) ?? GENERIC_PAGE;
  return markdownOf({ uuid: 'u-1', labels: [kind], name, properties, own: [], relations }, page, ADDRESS);
}

describe('an entity as markdown', () => {
  it('is its link, its kind and place, and what its chips say', () => {
    const issue = { issueKey: 'CAI-1', issueType: 'Story', status: 'Done' };
    expect(markdown('Issue', 'Answer in pages', issue, ['Project'])).toBe(
      `[Answer in pages](${ADDRESS}) · Issue in The Project · CAI-1 · Story · Done`,
    );
    expect(markdown('Commit', 'Fix it', {}, ['Person'])).toBe(`[Fix it](${ADDRESS}) · Commit · The Person`);
  });

  it('formats nothing that its texts say', () => {
    expect(markdown('Team', '](javascript:alert(1)) <b>\n# *x*')).toBe(
      String.raw`[\](javascript:alert(1)) \<b\> \# \*x\*](${ADDRESS}) · Team`,
    );
  });
});
