/** Who uses an account: a human, a program, or an agent that writes code itself. */
export type AccountType = 'person' | 'bot' | 'agent';

export interface AccountNature {
  readonly type: AccountType;
  /** Why the account counts as no human's; null for a person. */
  readonly reason: string | null;
  /** The evidence: the address, or only the name, which anybody may choose. */
  readonly by: 'address' | 'name' | null;
}

const AGENT_ADDRESSES: ReadonlySet<string> = new Set([
  'noreply@anthropic.com',
  'codex@openai.com',
  'noreply@openai.com',
  'cursoragent@cursor.com',
  'openhands@all-hands.dev',
  'noreply@aider.chat',
  'aider@aider.chat',
  'amp@ampcode.com',
  'gemini-code-assist@google.com',
]);
/** Logins that agents have on forges. */
const AGENT_LOGINS =
  /^(?:copilot|copilot-swe-agent|claude|anthropic-code-agent|chatgpt-codex-connector|cursoragent|devin-ai-integration|google-labs-jules|gemini-code-assist|sweep-ai|openhands-agent|codegen-sh)$/;
/** Names that agents sign with. Without a bot mark, they count only where the address is not a human's. */
const AGENT_NAMES =
  /^(?:github copilot|copilot|claude|claude code|codex|openai codex|cursor|cursor agent|devin|devin ai|jules|gemini cli|sweep|openhands|aider|amp|opencode)$/;

const BOT_ADDRESSES: ReadonlySet<string> = new Set([
  'noreply@github.com',
  'noreply@gitlab.com',
  'action@github.com',
  'actions@github.com',
]);
const BOT_NAMES: ReadonlySet<string> = new Set([
  'dependabot',
  'dependabot-preview',
  'renovate',
  'github',
  'github actions',
  'github-actions',
  'gitlab',
  'greenkeeper',
  'snyk-bot',
  'mergify',
  'codecov',
  'allcontributors',
  'pre-commit-ci',
  'web-flow',
  'travis ci',
  'circleci',
  'weblate',
  'imgbot',
  'copybara',
  'copybara-service',
  'jenkins',
  'bors',
  'k8s-ci-robot',
]);
/** "ESLint Bot", "codetriage-readme-bot", "ESLint Jenkins". */
const BOT_WORD = /(?:^|[\s_-])(?:bot|robot|jenkins)$/;
/** "vitebot", in one word and small letters. */
const BOT_ENDING = /^[a-z\d]{3,}bot$/;
const SURNAMES: ReadonlySet<string> = new Set(['abbot', 'talbot', 'cabot', 'turbot', 'corbot']);
/** Addresses of programs and lists rather than of one human. */
const ROLE =
  /bot|jenkins|no-?reply|automation|(?:^|[^a-z])(?:actions?|builds?|release|ci|support|admin|team|info)(?:$|[^a-z])/;
const LIST = /@(?:googlegroups\.com|lists?\.)/;

const NOREPLY = /^(?:\d+[-+])?([^@+]+)@users\.noreply\.(github|gitlab)\.com$/;

/** The login that a forge's no-reply address names; null for any other address. */
export function loginOf(email: string): string | null {
  return NOREPLY.exec(email.toLowerCase())?.[1] ?? null;
}

const PERSON: AccountNature = { type: 'person', reason: null, by: null };

function byAddress(email: string, login: string | null): AccountNature | null {
  const plain = login?.replace(/\[bot\]$/, '') ?? '';
  if (AGENT_ADDRESSES.has(email) || AGENT_LOGINS.test(plain))
    return { type: 'agent', reason: 'The address is that of an AI agent.', by: 'address' };
  if (/\[bot\]@/.test(email)) return { type: 'bot', reason: 'The address ends in [bot].', by: 'address' };
  if (BOT_ADDRESSES.has(email))
    return { type: 'bot', reason: 'The address is on the list of known bots.', by: 'address' };
  if (login && (BOT_NAMES.has(login) || BOT_WORD.test(login)))
    return { type: 'bot', reason: 'The login is that of a bot.', by: 'address' };
  return null;
}

/** The account type by the suffix with which forges mark accounts that are not human. */
function byMark(name: string): AccountNature | null {
  if (!name.endsWith('[bot]')) return null;
  const plain = name.replace(/\s*\[bot\]$/, '');
  const type = AGENT_LOGINS.test(plain) || AGENT_NAMES.test(plain) ? 'agent' : 'bot';
  return { type, reason: 'The name ends in [bot].', by: 'address' };
}

/** Whether an address belongs to one human, so that a name alone does not make the account a bot. */
function isPersonal(email: string, login: string | null): boolean {
  if (login) return true;
  const local = email.split('@', 1)[0] ?? '';
  return email !== '' && !ROLE.test(local) && !LIST.test(email);
}

function byName(name: string, email: string, login: string | null): AccountNature | null {
  if (isPersonal(email, login)) {
    return /\S[\s_-](?:bot|jenkins)$/.test(name)
      ? { type: 'bot', reason: 'The name is that of a bot.', by: 'name' }
      : null;
  }
  if (AGENT_NAMES.test(name))
    return { type: 'agent', reason: 'The name is that of an AI agent.', by: 'name' };
  if (BOT_NAMES.has(name))
    return { type: 'bot', reason: 'The name is on the list of known bots.', by: 'name' };
  if (BOT_WORD.test(name) || (BOT_ENDING.test(name) && !SURNAMES.has(name)))
    return { type: 'bot', reason: 'The name is that of a bot.', by: 'name' };
  return null;
}

/** The type of an account, by the name and the address that it signs with. */
export function accountNature(givenName: string, givenEmail: string): AccountNature {
  const name = givenName.trim().toLowerCase();
  const email = givenEmail.trim().toLowerCase();
  const login = loginOf(email);
  return byMark(name) ?? byAddress(email, login) ?? byName(name, email, login) ?? PERSON;
}
