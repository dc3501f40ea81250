import type { TestTokens } from './tokens.ts';

/** Everybody who may call: nobody, each role, a superuser, another org's admin, a removed member, and a script. */
export const CALLERS = [
  'nobody',
  'viewer',
  'user',
  'admin',
  'super',
  'superuser',
  'stranger',
  'removed',
  'script',
] as const;
export type CallerName = (typeof CALLERS)[number];

const LETTERS: Readonly<Record<string, string>> = {
  unauthenticated: '-',
  read_only: 'R',
  forbidden: 'F',
  not_found: 'N',
  conflict: 'C',
};

/** How a table says an answer: `+` done, a letter for a refusal, the code of any other error. */
export async function letterOf(answer: Response): Promise<string> {
  if (answer.status === 200) {
    await answer.body?.cancel();
    return '+';
  }
  const { error } = (await answer.json()) as { error: { code: string } };
  return LETTERS[error.code] ?? ` ${error.code} `;
}

/** The headers of each caller of org `acme`, with the tokens that svc-workspace gives them. */
export function headersOf(
  tokens: TestTokens,
  caller: CallerName,
  more: object = {},
): Promise<Record<string, string>> {
  const script = { role: 'user', apiScope: 'user' } as const;
  const claims = {
    viewer: { role: 'viewer' },
    user: { role: 'user' },
    admin: { role: 'admin' },
    super: { role: 'super' },
    superuser: { role: 'super', superuser: true },
    stranger: { orgId: 'other', role: 'admin' },
    // A session without its org gets a token without one.
    removed: { orgId: undefined, role: undefined },
    script,
  } as const;
  if (caller === 'nobody') return Promise.resolve({ 'content-type': 'application/json' });
  return tokens.headers({ userId: caller, ...more, ...claims[caller] });
}
