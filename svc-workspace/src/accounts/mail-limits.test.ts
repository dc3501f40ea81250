import { describe, expect, it } from 'vitest';
import { invitationLetter, passwordLetter } from '../mail/letters.ts';
import type { Letter } from '../mail/mailer.ts';
import { mailLimits } from './mail-limits.ts';

const URL = 'http://127.0.0.1:4400/sign-in?invite=x';
const invited = { orgName: 'Acme', role: 'user' as const, invitedBy: 'grace@example.com', url: URL };
const invitation = (to: string) => invitationLetter(to, invited);
const sender = { userId: 'grace', orgId: 'acme' };
const sent = (limits: ReturnType<typeof mailLimits>, letters: readonly Letter[], from = [sender]) =>
  letters.filter((letter, n) => limits.allows(letter, from[n % from.length])).length;
const many = (count: number, to: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => invitation(to(n)));

describe('the mail that people can cause', () => {
  it('is three invitations a day to one address, however it is written and whoever sends them', () => {
    let now = 0;
    const limits = mailLimits(() => now);
    const senders = Array.from({ length: 40 }, (_, n) => ({ userId: `u${n}`, orgId: `o${n}` }));
    const to = (n: number) => (n % 2 ? 'joe@example.com' : 'JOE@example.com');
    expect(sent(limits, many(40, to), senders)).toBe(3);
    now = 86_400_001;
    expect(sent(limits, many(40, to), senders)).toBe(3);
  });

  it('is thirty invitations an hour by one person, and a hundred a day by one org', () => {
    expect(
      sent(
        mailLimits(),
        many(40, (n) => `p${n}@example.com`),
      ),
    ).toBe(30);
    const people = Array.from({ length: 20 }, (_, n) => ({ userId: `u${n}`, orgId: 'acme' }));
    expect(
      sent(
        mailLimits(),
        many(200, (n) => `p${n}@example.com`),
        people,
      ),
    ).toBe(100);
  });

  it('leaves a password link to who got too many invitations', () => {
    const limits = mailLimits();
    sent(
      limits,
      many(40, () => 'joe@example.com'),
    );
    expect(limits.allows(passwordLetter('joe@example.com', URL))).toBe(true);
  });

  it('takes nothing from an address when its sender has had too many', () => {
    const limits = mailLimits();
    sent(
      limits,
      many(40, (n) => `p${n}@example.com`),
    );
    expect(limits.allows(invitation('joe@example.com'), sender)).toBe(false);
    const others = [1, 2, 3, 4].map((n) => ({ userId: `u${n}`, orgId: `o${n}` }));
    expect(
      sent(
        limits,
        many(4, () => 'joe@example.com'),
        others,
      ),
    ).toBe(3);
  });
});

describe('a letter to somebody who never asked', () => {
  it.each([
    'Evil <b>Org</b> http://evil.example',
    'Acme\r\nBcc: all@example.com',
    'write to joe@evil.example',
    'www.evil',
    'evil.example',
    'x'.repeat(101),
    '\n\n',
  ])('names no org that is called %j', (orgName) => {
    const { subject, text } = invitationLetter('joe@example.com', { ...invited, orgName });
    expect(subject).toBe('You are invited to an organization on Cairn');
    expect(text).toContain('grace@example.com invites you to an organization as User.');
  });

  it('gets no paragraph more by the name of an org', () => {
    const paragraphs = (orgName: string) =>
      invitationLetter('joe@example.com', { ...invited, orgName }).text.split('\n').length;
    expect(paragraphs('Acme\n\nYou have won\u2028a prize')).toBe(paragraphs('Acme'));
    expect(invitationLetter('joe@example.com', { ...invited, orgName: 'Ä & Söhne 3' }).text).toContain(
      'invites you to Ä & Söhne 3 as',
    );
  });
});
