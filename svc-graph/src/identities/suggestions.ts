import type { PersonSuggestion } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import { UNDONE } from '../store/person-decisions.ts';
import { ALL_ACCOUNTS, readPeople } from './read-people.ts';

/** The most suggestions in one answer. */
const MOST = 100;
/** Pairs below it are not suggested. */
const LEAST = 0.6;
/** A sign that more people share tells nothing about any two of them. */
const MOST_SHARING = 5;

/** Names and logins that identify nobody. */
const NOBODY = [
  'admin',
  'administrator',
  'code',
  'contact',
  'developer',
  'github',
  'gitlab',
  'hello',
  'home',
  'info',
  'mail',
  'me',
  'nobody',
  'noreply',
  'root',
  'support',
  'test',
  'ubuntu',
  'unknown',
  'user',
  'username',
  'your name',
]
  .map((name) => `'${name}'`)
  .join(', ');

const LOGIN = String.raw`'^(?:[0-9]+[-+])?([^@+]+)@users\.noreply\.(?:github|gitlab)\.com$'`;

/** Plain words of a name: no accents, no punctuation, no case. */
const PLAIN = String.raw`trim(regexp_replace(lower(strip_accents(coalesce(a.name, ''))), '[^\p{L}\p{N}]+', ' ', 'g'))`;

/**
 * The signs of each person. `login` of a no-reply address and the part of an address before the @ are one kind of sign,
 * and so is a whole name written in one word.
 */
const SIGNS = `accounts AS MATERIALIZED (SELECT a.owner, ${PLAIN} AS name, lower(a.address) AS address,
      nullif(regexp_extract(lower(a.address), ${LOGIN}, 1), '') AS login
    FROM (${ALL_ACCOUNTS}) a JOIN "Person" p ON p.uuid = a.owner
    WHERE NOT p.deleted AND NOT p."isBot"),
  words AS (SELECT *, string_split(name, ' ') AS parts FROM accounts WHERE name NOT IN ('', ${NOBODY})),
  signs AS MATERIALIZED (
    SELECT DISTINCT owner, kind, key, weak FROM (
      SELECT owner, 'name' AS kind, name AS key, len(parts) = 1 AS weak FROM words
      UNION ALL SELECT owner, 'ends', parts[1] || ' ' || parts[-1], false FROM words WHERE len(parts) > 1
      UNION ALL SELECT owner, 'handle', replace(name, ' ', ''), true FROM words WHERE len(parts) > 1
      UNION ALL SELECT owner, 'handle', login, false FROM accounts WHERE login IS NOT NULL
      UNION ALL SELECT owner, 'email', address, false FROM accounts WHERE login IS NULL AND contains(address, '@')
      UNION ALL SELECT owner, 'handle', regexp_replace(split_part(split_part(address, '@', 1), '+', 1), '[._]', '', 'g'), false
        FROM accounts WHERE login IS NULL AND contains(address, '@'))
    WHERE (kind <> 'handle' OR strlen(key) >= 4) AND strlen(key) > 1 AND key NOT IN (${NOBODY})),
  rare AS MATERIALIZED (SELECT *, count(DISTINCT owner) OVER (PARTITION BY kind, key) AS sharing FROM signs)`;

const FORBIDDEN = `SELECT coalesce(a."personUuid", d."subjectUuid") AS one, coalesce(b."personUuid", d."objectUuid") AS other
  FROM "PersonDecision" d LEFT JOIN "JoinedPerson" a ON a."accountUuid" = d."subjectUuid"
  LEFT JOIN "JoinedPerson" b ON b."accountUuid" = d."objectUuid"
  WHERE d.kind = 'dismiss' AND d.number NOT IN (${UNDONE})`;

const PAIRS = `WITH ${SIGNS},
  found AS (SELECT one.owner AS one, other.owner AS other, one.kind, one.key,
      CASE one.kind WHEN 'email' THEN 0.9 WHEN 'name' THEN CASE WHEN NOT one.weak THEN 0.85 WHEN one.sharing = 2 THEN 0.65 ELSE 0.4 END
        WHEN 'ends' THEN 0.6 ELSE CASE WHEN one.weak OR other.weak THEN 0.55 ELSE 0.65 END END AS weight
    FROM rare one JOIN rare other ON other.kind = one.kind AND other.key = one.key AND other.owner > one.owner
    WHERE one.sharing <= ${String(MOST_SHARING)} AND NOT (one.kind = 'handle' AND one.weak AND other.weak)),
  best AS (SELECT one, other, kind, max(weight) AS weight, arg_max(key, weight) AS key FROM found
    WHERE kind <> 'ends' OR (one, other) NOT IN (SELECT (one, other) FROM found WHERE kind = 'name')
    GROUP BY ALL),
  forbidden AS (${FORBIDDEN}),
  pairs AS (SELECT one, other, 1 - product(1 - weight) AS confidence, list(kind ORDER BY kind DESC) AS kinds, list(key ORDER BY kind DESC) AS keys
    FROM best WHERE (one, other) NOT IN (SELECT (one, other) FROM forbidden) AND (other, one) NOT IN (SELECT (one, other) FROM forbidden)
    GROUP BY ALL)
  SELECT one::VARCHAR AS one, other::VARCHAR AS other, round(confidence, 2) AS confidence, kinds, keys,
    (count(*) OVER ())::INTEGER AS total
  FROM pairs WHERE confidence >= ${String(LEAST)} ORDER BY confidence DESC, one, other LIMIT ${String(MOST)}`;

interface Pair {
  readonly one: string;
  readonly other: string;
  readonly confidence: number;
  readonly kinds: readonly ('name' | 'ends' | 'handle' | 'email')[];
  readonly keys: readonly string[];
  readonly total: number;
}

const WORDS = {
  name: () => 'The same name',
  email: (key: string) =>
    `The same e-mail address, "${key}", which no tool has verified for one account alone`,
  ends: (key: string) => `The same first and last name, "${key}"`,
  handle: (key: string) => `The same login or start of an address, "${key}"`,
};

/** Pairs of people who may be one, likeliest first. Equal names, logins and e-mails propose; they join nobody by themselves. */
export async function suggestMerges(
  reader: Reader,
): Promise<{ data: PersonSuggestion[]; meta: { total: number } }> {
  const pairs = await reader.rows<Pair>(PAIRS);
  const people = await readPeople(reader, [...new Set(pairs.flatMap(({ one, other }) => [one, other]))]);
  const data = pairs.flatMap(({ one, other, confidence, kinds, keys }): PersonSuggestion[] => {
    const [first, second] = [people.get(one), people.get(other)];
    if (!first || !second) return [];
    const reasons = kinds.map((kind, index) => WORDS[kind](keys[index] ?? ''));
    return [{ people: [first, second], reasons, confidence: Number(confidence) }];
  });
  return { data, meta: { total: pairs[0]?.total ?? 0 } };
}
