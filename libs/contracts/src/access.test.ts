import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canSee,
  createDenial,
  editDenial,
  effectiveRole,
  ownerDenial,
  scopeDenial,
  scopesFor,
  type Actor,
  type Owned,
} from './access.ts';
import { ROLES, type OrgId, type UserId } from './identity.ts';
import { SAVED_TYPES } from './saved-types/saved-types.ts';

const user = fc.constantFrom('ada', 'bob').map((id) => id as UserId);
const org = fc.constantFrom('acme', 'umbrella').map((id) => id as OrgId);
const actor: fc.Arbitrary<Actor> = fc.record({
  userId: user,
  orgId: org,
  role: fc.constantFrom(...ROLES),
  superuser: fc.boolean(),
});
const owned: fc.Arbitrary<Owned> = fc.oneof(
  fc.record({ scope: fc.constantFrom('private' as const, 'org' as const), userId: user, orgId: org }),
  fc.constant({ scope: 'global' as const, userId: null, orgId: null }),
);

const ada = (role: Actor['role'], superuser = false): Actor => ({
  userId: 'ada' as UserId,
  orgId: 'acme' as OrgId,
  role,
  superuser,
});
const thing = (scope: 'private' | 'org', userId: string): Owned => ({
  scope,
  userId: userId as UserId,
  orgId: 'acme' as OrgId,
});
const globalThing: Owned = { scope: 'global', userId: null, orgId: null };

describe('access to saved things', () => {
  it('never lets anybody see or change a thing of another org', () => {
    fc.assert(
      fc.property(actor, owned, (who, what) => {
        fc.pre(what.orgId !== null && what.orgId !== who.orgId);
        expect(canSee(who, what)).toBe(false);
        expect(editDenial(who, what)).not.toBeNull();
      }),
    );
  });

  it('never lets anybody change what they cannot see', () => {
    fc.assert(
      fc.property(actor, owned, (who, what) => {
        if (editDenial(who, what) === null) expect(canSee(who, what)).toBe(true);
      }),
    );
  });

  it('refuses a viewer every change, as read-only', () => {
    fc.assert(
      fc.property(actor, owned, (who, what) => {
        const viewer = { ...who, role: 'viewer' as const };
        expect(editDenial(viewer, what)).toBe('read_only');
        expect(scopesFor(viewer, what)).toEqual([]);
        expect(createDenial({ role: 'viewer', boardCreator: 'user' }, SAVED_TYPES['explore-v1'])).toBe(
          'read_only',
        );
      }),
    );
  });

  it('allows a higher role whatever a lower one may', () => {
    fc.assert(
      fc.property(actor, owned, fc.constantFrom(...ROLES), (who, what, role) => {
        fc.pre(ROLES.indexOf(role) >= ROLES.indexOf(who.role));
        if (editDenial(who, what) === null) expect(editDenial({ ...who, role }, what)).toBeNull();
      }),
    );
  });

  it('keeps private things to their owner, also from super admins', () => {
    expect(canSee(ada('super'), thing('private', 'bob'))).toBe(false);
    expect(editDenial(ada('user'), thing('private', 'ada'))).toBeNull();
  });

  it('opens org things to every member and their change to owner and admins', () => {
    expect(canSee(ada('viewer'), thing('org', 'bob'))).toBe(true);
    expect(editDenial(ada('user'), thing('org', 'bob'))).toBe('forbidden');
    expect(editDenial(ada('user'), thing('org', 'ada'))).toBeNull();
    expect(editDenial(ada('admin'), thing('org', 'bob'))).toBeNull();
  });

  it('leaves global things to logins with the superuser flag, whatever role others have', () => {
    for (const role of ROLES) expect(canSee(ada(role), globalThing)).toBe(true);
    for (const role of ['user', 'admin', 'super'] as const) {
      expect(editDenial(ada(role), globalThing)).toBe('forbidden');
      expect(scopeDenial(ada(role), null, 'global')).toBe('forbidden');
      expect(scopesFor(ada(role), globalThing)).toEqual([]);
    }
    expect(editDenial(ada('super', true), globalThing)).toBeNull();
    expect(scopeDenial(ada('super', true), null, 'global')).toBeNull();
  });

  it('does not let an admin take a shared thing from everybody by making it private', () => {
    expect(scopesFor(ada('admin'), thing('org', 'bob'))).toEqual(['org']);
    expect(scopesFor(ada('user'), thing('org', 'ada'))).toEqual(['private', 'org']);
    expect(scopesFor(ada('super', true), globalThing)).toEqual(['private', 'org', 'global']);
  });

  it.each([
    ['their own thing by its owner', 'user', thing('org', 'ada'), 'user', null],
    ['a thing of others by an admin', 'admin', thing('org', 'bob'), 'user', null],
    ['a thing of others by a user', 'user', thing('org', 'bob'), 'user', 'forbidden'],
    ['anything by a viewer', 'viewer', thing('org', 'ada'), 'user', 'read_only'],
    ['a private thing', 'admin', thing('private', 'ada'), 'user', 'forbidden'],
    ['a thing to a viewer', 'admin', thing('org', 'ada'), 'viewer', 'forbidden'],
    ['a thing to somebody outside', 'admin', thing('org', 'ada'), null, 'forbidden'],
    ['a global thing by an admin', 'admin', globalThing, 'user', 'forbidden'],
  ] as const)('answers giving %s', (_, role, what, next, denial) => {
    expect(ownerDenial(ada(role), what, next && { role: next })).toBe(denial);
  });

  it('gives no global thing, which nobody owns, away', () => {
    expect(ownerDenial(ada('super', true), globalThing, { role: 'user' })).toBe('forbidden');
  });

  it.each([
    ['explore-v1', 'admin', ['user', 'admin', 'super']],
    ['dashboard-v1', 'admin', ['admin', 'super']],
    ['dashboard-v1', 'user', ['user', 'admin', 'super']],
  ] as const)('lets %s be created, where boards are for the role %s, by %s', (type, boardCreator, roles) => {
    const allowed = ROLES.filter((role) => createDenial({ role, boardCreator }, SAVED_TYPES[type]) === null);
    expect(allowed).toEqual(roles);
  });

  it('lifts a superuser to super', () => {
    expect(effectiveRole('viewer', true)).toBe('super');
    expect(effectiveRole('admin', false)).toBe('admin');
  });
});
