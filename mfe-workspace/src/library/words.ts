import type { LinkStatus, Scope } from '@cairn/contracts';
import type { Tone } from '@cairn/ui';
import { CircleCheck, CircleDashed, CircleOff, Globe, Lock, Users } from 'lucide-react';

export const SCOPE_WORDS: Record<Scope, { label: string; words: string; Icon: typeof Lock }> = {
  private: { label: 'Private', words: 'Private - visible only to you', Icon: Lock },
  org: { label: 'Org', words: 'Org - visible to all users in your organization', Icon: Users },
  global: { label: 'Global', words: 'Global - visible to all orgs and users', Icon: Globe },
};

export const STATUS_WORDS: Record<
  LinkStatus,
  { label: string; words: string; tone: Tone; Icon: typeof Lock }
> = {
  populated: { label: 'Populated', words: 'Its data is there', tone: 'good', Icon: CircleCheck },
  processing: {
    label: 'Processing',
    words: 'Its sources are not read yet',
    tone: 'warn',
    Icon: CircleDashed,
  },
  notConfigured: { label: 'Missing', words: 'Lacks integration', tone: 'bad', Icon: CircleOff },
};
