import { Scope, scopesFor, type Owned, type SharingRules } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { Stack } from '@cairn/ui';
import { Radio } from '@cairn/ui/fields';
import type { ReactNode } from 'react';

const WORDS: Record<Scope, (word: string) => string> = {
  private: (word) => `Only you have access to this ${word}`,
  org: (word) => `Share this ${word} with your org`,
  global: (word) => `Make this a global ${word}`,
};

export interface VisibilityFieldProps {
  /** `board`. */
  word: string;
  scope: Scope;
  onChange: (scope: Scope) => void;
  /** The saved thing; null for a new one. */
  thing: Owned | null;
  rules?: SharingRules;
}

/** The scopes that this person may give to a thing, in the words of W§6; nothing where there is no choice. */
export function VisibilityField({ word, scope, onChange, thing, rules }: VisibilityFieldProps): ReactNode {
  const scopes = scopesFor(actorOf(useHost()), thing, rules);
  if (scopes.length < 2) return null;
  return (
    <Radio.Group label="Visibility" value={scope} onChange={(value) => onChange(Scope.parse(value))}>
      <Stack gap={2}>
        {scopes.map((each) => (
          <Radio key={each} value={each} label={WORDS[each](word)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
