import { BADGE_KINDS, KINDS } from '@cairn/entities';
import { Box } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { BADGE_WORDS } from '../../gallery/badges.tsx';
import { entityLookOf } from './entity-looks.ts';

const names = [...KINDS, ...BADGE_KINDS].map(({ name }) => name);

describe('the look of a kind', () => {
  it.each([...names, ...BADGE_WORDS.entity])('has a name, an icon and a colour: %s', (name) => {
    const look = entityLookOf(name);
    expect(look.icon).not.toBe(Box);
    expect(look.color).toMatch(/^var\(--cn-chart-\d+\)$/);
    expect(look.label).toMatch(/^[A-Z]/);
  });

  it('keeps the name of an unknown kind', () => {
    expect(entityLookOf('constructor')).toMatchObject({ label: 'constructor', icon: Box });
  });

  it('of pr is that of a pull request', () => {
    expect(entityLookOf('pr').label).toBe('Pull request');
  });
});
