import { describe, expect, it } from 'vitest';
import { BADGE_KINDS, badgeKindOf } from './badge-kinds.ts';
import { CATALOGUE, KINDS } from './kinds.ts';

const W3 =
  `issue pr commit branch repository project sprint board flow team channel message discussion comment
issuecomment discussioncomment prrcomment calendarentry worklog timeinstatus cicdpipeline cicdworkflow artifact release
sourcefile tag person userstatus usercallstatus monitor cost costforecast slo event customer service incident`.split(
    /\s+/,
  );

describe('the badge kinds of W§3', () => {
  it('are each the look of a kind, or of nothing that a query can name', () => {
    const looks = new Set(KINDS.map(({ color }) => color));
    const badges = new Set(BADGE_KINDS.map(({ name }) => name));
    for (const name of W3) expect([looks.has(name), badges.has(name)], name).toContain(true);
    for (const name of badges) {
      expect(W3, name).toContain(name);
      expect(looks.has(name), name).toBe(false);
      const same = KINDS.filter((kind) => kind.name.toLowerCase() === name);
      expect([same, CATALOGUE.kind(name)], name).toEqual([[], undefined]);
      const reached = KINDS.flatMap(({ relations }) => relations.map(({ target }) => target.toLowerCase()));
      expect(reached, name).not.toContain(name);
    }
  });

  it('have an icon, a name and a colour each', () => {
    for (const { name, label, icon, color } of BADGE_KINDS)
      expect(
        [label, icon, color].every((each) => /^[A-Za-z][A-Za-z -]+$/.test(each)),
        name,
      ).toBe(true);
  });

  it('are worn by issues of type incident alone', () => {
    expect(badgeKindOf('Production incident')?.name).toBe('incident');
    for (const type of ['Bug', '', null, undefined]) expect(badgeKindOf(type)).toBeUndefined();
  });
});
