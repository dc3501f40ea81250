import { remoteAddress, naturalKey } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { KnownThing } from './kept-payloads.ts';

/** A name that a message gives to a thing, taken apart. */
interface AskedName {
  readonly text: string;
  /** Of a thing of a repository, such as `acme/api#5`. */
  readonly owner: string | null;
  readonly number: string | null;
  readonly url: string | null;
  /** The uuid of a repository at this address. */
  readonly uuid: string | null;
}

const NUMBERED = /^(.+)#(\d{1,12})$/;
const ADDRESS = /^https?:\/\//i;

function takeApart(orgId: string, text: string): AskedName {
  const none = { text, owner: null, number: null, url: null, uuid: null };
  if (ADDRESS.test(text)) {
    const url = text.replace(/[?#].*$/, '').replace(/\/+$/, '');
    const address = remoteAddress(url);
    const uuid =
      address === undefined ? null : keyUuid(orgId, naturalKey.Repository({ repository: address }));
    return { ...none, url, uuid };
  }
  const [, owner = null, number = null] = NUMBERED.exec(text) ?? [];
  return { ...none, owner, number };
}

const WITH_ADDRESS = ['PullRequest', 'Issue', 'Release', 'CicdPipeline', 'Sprint', 'Project', 'Commit'];
/** Kinds whose rows name the repository that they belong to. */
const IN_REPOSITORY = new Set(['PullRequest', 'Issue', 'Release', 'CicdPipeline', 'Commit']);

/** The things of a kind that stand in a relation to a name. */
const found = (kind: string, on: string, more = '') =>
  `SELECT a.text, '${kind}' AS kind, t.uuid, t.name, t."sourceUrl", ${
    IN_REPOSITORY.has(kind) ? 't."repositoryUuid"' : 'NULL::UUID'
  } AS "repositoryUuid" FROM asked a ${more} JOIN "${kind}" t ON ${on} WHERE NOT coalesce(t.deleted, false)`;

const NUMBERED_IN = `JOIN "Repository" r ON lower(r."fullName") = lower(a.owner) AND NOT coalesce(r.deleted, false)`;

/** By what things are found. Each is one equality, so that no table is compared with every name. */
const WAYS = {
  address: [
    found('Repository', 't.uuid = a.uuid::UUID'),
    ...WITH_ADDRESS.map((kind) => found(kind, 't."sourceUrl" = a.url')),
  ],
  number: [
    found('PullRequest', 't."repositoryUuid" = r.uuid AND t.number::BIGINT = a.number::BIGINT', NUMBERED_IN),
    found('Issue', `t."repositoryUuid" = r.uuid AND t."issueKey" = '#' || a.number`, NUMBERED_IN),
  ],
  key: [
    found('Repository', 'lower(t."fullName") = lower(a.text)'),
    found('Repository', 'lower(t.name) = lower(a.text)'),
    found('Issue', 't."issueKey" = a.text'),
    found('Commit', 't.sha = a.text'),
  ],
};

const SHAPE = '[{"text":"VARCHAR","owner":"VARCHAR","number":"VARCHAR","url":"VARCHAR","uuid":"VARCHAR"}]';

/** What the graph knows under these names; a name may mean several things. */
export async function findKnown(
  transaction: Pick<Transaction, 'rows'>,
  orgId: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly KnownThing[]>> {
  const asked = [...names].map((text) => takeApart(orgId, text));
  const ways = [
    ...(asked.some(({ url }) => url !== null) ? WAYS.address : []),
    ...(asked.some(({ number }) => number !== null) ? WAYS.number : []),
    ...(asked.some(({ url }) => url === null) ? WAYS.key : []),
  ];
  if (ways.length === 0) return new Map();
  const rows = await transaction.rows<KnownThing & { readonly text: string }>(
    `WITH asked AS MATERIALIZED (SELECT unnest(from_json($1::JSON, '${SHAPE}'), recursive := true))
     SELECT text, kind, uuid::VARCHAR AS uuid, coalesce(name, text) AS name, "sourceUrl",
       "repositoryUuid"::VARCHAR AS "repositoryUuid" FROM (${ways.join(' UNION ')})`,
    [JSON.stringify(asked)],
  );
  const known = new Map<string, KnownThing[]>();
  for (const { text, ...thing } of rows) known.set(text, [...(known.get(text) ?? []), thing]);
  return known;
}
