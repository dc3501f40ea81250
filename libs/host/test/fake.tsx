import { Preferences, type Me, type Org } from '@cairn/contracts';
// By its public name, so that tests use the shared copy.
import { HostProvider, type Host, type Toast } from '@cairn/host';
import { useState, type ReactNode } from 'react';

const org = {
  id: 'acme',
  name: 'Acme',
  role: 'admin',
  signupEmail: null,
  firstDay: 1,
  boardCreator: 'admin',
  personMeasures: 'everybody',
} as Org;
const user = {
  id: 'u1',
  email: 'ada@example.com',
  superuser: false,
  orgCreationProblem: null,
  preferences: Preferences.parse({ theme: 'system', displayName: 'Ada' }),
  notifTimeout: 6,
} as Me;

/** A host for tests and for a remote that runs alone. It records its calls in `calls`; `overrides` replace parts of it. */
export function createFakeHost(
  overrides: Partial<Host> = {},
): Host & { calls: [name: string, ...unknown[]][] } {
  const calls: [name: string, ...unknown[]][] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) => {
      calls.push([name, ...values]);
    };
  return {
    calls,
    org,
    user,
    orgs: [org],
    colorScheme: 'light',
    firstDay: (overrides.org ?? org).firstDay,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    navigate: note('navigate'),
    openTab: note('openTab'),
    ask: async (...values) => {
      calls.push(['ask', ...values]);
      return true;
    },
    openEntity: note('openEntity'),
    toast: note('toast'),
    setTitle: note('setTitle'),
    setDirty: note('setDirty'),
    setTheme: note('setTheme'),
    refreshUser: note('refreshUser'),
    signOut: note('signOut'),
    addCommands: (commands) => {
      calls.push(['addCommands', commands]);
      return () => undefined;
    },
    listCommands: () => [],
    frontEnds: () => Promise.resolve({ explore: '1a2b3c' }),
    renderPart: (name) => <div data-part={name}>{name}</div>,
    ...overrides,
  };
}

/** Renders children inside a fake host. */
export function FakeHost({ host, children }: { host?: Host; children: ReactNode }): ReactNode {
  const [fake] = useState(() => host ?? createFakeHost());
  return <HostProvider value={host ?? fake}>{children}</HostProvider>;
}

/** Presses Undo in the newest message that has one, or in the newest of these words; throws where none has. */
export function undoLast(
  { calls }: { readonly calls: readonly (readonly unknown[])[] },
  message?: string,
): void {
  const toasts = calls.flatMap(([name, toast]) => (name === 'toast' ? [toast as Toast] : []));
  const undo = toasts.findLast(
    (toast) => toast.onUndo && (message ?? toast.message) === toast.message,
  )?.onUndo;
  if (!undo) throw new Error(`No message ${message ?? ''} has Undo.`);
  undo();
}
