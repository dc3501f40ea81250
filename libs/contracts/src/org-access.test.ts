import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from './access.ts';
import { ROLES, type OrgId, type Role, type UserId } from './identity.ts';
import {
  leavesNoAdmin,
  memberDenial,
  ORG_RIGHTS,
  orgCreationProblem,
  orgDenial,
  rolesFor,
  type Membered,
  type MemberChange,
  type OrgRight,
} from './org-access.ts';

const id = (name: string) => name as UserId;
const actor = (role: Role, superuser = false): Actor => ({
  userId: id('ada'),
  orgId: 'acme' as OrgId,
  role: superuser ? 'super' : role,
  superuser,
});
const member = (role: Role, superuser = false, userId = 'bob'): Membered => ({
  userId: id(userId),
  role,
  superuser,
});
const CHANGES: readonly MemberChange[] = [...ROLES, 'removed'];

/** The changes that each role may make to another member of each role. */
const CHANGES_OF: Record<Role, Record<Role, readonly MemberChange[]>> = {
  viewer: { viewer: [], user: [], admin: [], super: [] },
  user: { viewer: [], user: [], admin: [], super: [] },
  admin: {
    viewer: ['viewer', 'user', 'admin', 'removed'],
    user: ['viewer', 'user', 'admin', 'removed'],
    admin: ['viewer', 'user', 'admin', 'removed'],
    super: [],
  },
  super: { viewer: CHANGES, user: CHANGES, admin: CHANGES, super: CHANGES },
};

const RIGHTS_OF: Record<Role, readonly OrgRight[]> = {
  viewer: [],
  user: [],
  admin: [
    'changeOrg',
    'manageMembers',
    'manageInvitations',
    'manageIdentities',
    'manageSources',
    'setCalendars',
    'setStatuses',
    'setDeliveryRules',
    'readAudit',
  ],
  super: [
    'changeOrg',
    'manageMembers',
    'manageInvitations',
    'manageIdentities',
    'manageSources',
    'setCalendars',
    'setStatuses',
    'setDeliveryRules',
    'readAudit',
    'setCategories',
    'explainQueries',
  ],
};

describe('rights in an org', () => {
  it.each(ROLES)('of the role %s are those of the table', (role) => {
    const rights = Object.keys(ORG_RIGHTS) as OrgRight[];
    expect(rights.filter((right) => orgDenial(role, right) === null)).toEqual(RIGHTS_OF[role]);
    const denials = new Set(rights.map((right) => orgDenial(role, right)).filter(Boolean));
    expect([...denials].every((denial) => denial === (role === 'viewer' ? 'read_only' : 'forbidden'))).toBe(
      true,
    );
  });
});

describe('changes of members', () => {
  const pairs = ROLES.flatMap((role) => ROLES.map((other): [Role, Role] => [role, other]));

  it.each(pairs)('by the role %s to somebody with the role %s are those of the table', (role, other) => {
    const made = CHANGES.filter((change) => memberDenial(actor(role), member(other), change) === null);
    expect(made).toEqual(CHANGES_OF[role][other]);
    expect(rolesFor(actor(role), member(other))).toEqual(made.filter((change) => change !== 'removed'));
  });

  it('reach nobody whom the superuser flag lifts above the actor', () => {
    expect(memberDenial(actor('admin'), member('user', true), 'removed')).toBe('forbidden');
    expect(memberDenial(actor('user', true), member('user', true), 'admin')).toBeNull();
  });

  it('let everybody leave, a viewer too', () => {
    const leaving = ROLES.map((role) => memberDenial(actor(role), member(role, false, 'ada'), 'removed'));
    expect(leaving).toEqual([null, null, null, null]);
  });

  it('never give more than the actor has, and never lift the actor', () => {
    const role = fc.constantFrom(...ROLES);
    fc.assert(
      fc.property(role, role, fc.constantFrom('ada', 'bob'), role, (mine, theirs, who, given) => {
        fc.pre(ROLES.indexOf(given) > ROLES.indexOf(mine));
        expect(memberDenial(actor(mine), member(theirs, false, who), given)).not.toBeNull();
      }),
    );
  });

  it.each([
    ['viewer', []],
    ['user', []],
    ['admin', ['viewer', 'user', 'admin']],
    ['super', [...ROLES]],
  ] as const)('by invitation from the role %s are to %j', (role, roles) => {
    expect(rolesFor(actor(role), null)).toEqual(roles);
  });
});

describe('the last admin', () => {
  const people = [member('admin', false, 'ada'), member('user', true, 'bob'), member('super', false, 'eve')];

  it('is who has the role; the superuser flag of a login does not count', () => {
    const without = people.filter(({ userId }) => userId !== 'eve');
    expect(leavesNoAdmin(people, id('ada'), 'removed')).toBe(false);
    expect(leavesNoAdmin(without, id('ada'), 'removed')).toBe(true);
    expect(leavesNoAdmin(without, id('ada'), 'user')).toBe(true);
    expect(leavesNoAdmin(without, id('ada'), 'super')).toBe(false);
    expect(leavesNoAdmin(without, id('bob'), 'removed')).toBe(false);
  });
});

describe('creating an org', () => {
  it.each([
    [{ superuser: true, createdOrgs: 7, trials: false }, null],
    [{ superuser: true, createdOrgs: 7, trials: true }, null],
    [{ superuser: false, createdOrgs: 0, trials: true }, null],
    [
      { superuser: false, createdOrgs: 1, trials: true },
      'You can only create one org during the trial period.',
    ],
    [
      { superuser: false, createdOrgs: 0, trials: false },
      'Only superusers of this Cairn create organizations. Ask one, or join one by invitation.',
    ],
  ])('for %j answers %j', (founder, problem) => {
    expect(orgCreationProblem(founder)).toBe(problem);
  });
});
