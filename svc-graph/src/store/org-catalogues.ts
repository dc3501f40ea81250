import type { OrgId } from '@cairn/contracts';
import {
  CATALOGUE,
  KINDS,
  createCatalogue,
  extendKinds,
  rankStatuses,
  withSharedCommits,
  withWorkdays,
} from '@cairn/entities';
import type { Catalogue, RankedStatus } from '@cairn/entities';
import { readRules } from '../derive/delivery-rules/rules.ts';
import { readWorkdays } from '../derive/workdays.ts';
import type { GraphWriter } from './graph-writer.ts';
import { readOwnAttributes } from './own-attributes.ts';

interface Store extends Pick<GraphWriter, 'rows'> {
  dataVersion(): Promise<number>;
}

interface Known {
  readonly version: number;
  readonly catalogue: Promise<Catalogue>;
}

/** The statuses that admins put in order, over all projects. */
const DECIDED = `SELECT lower(status) AS status, mode(category) AS category FROM "StatusRule"
  GROUP BY 1 ORDER BY avg(position), 1`;

/** The key of the fact that repositories of the org share commits. */
export const SHARED_COMMITS = 'sharedCommits';

async function catalogueOf(store: Store): Promise<Catalogue> {
  const { hidden } = (await readRules(store)).rules;
  const own = (await readOwnAttributes(store)).filter(
    ({ kind, name }) => kind !== 'Issue' || !hidden.includes(name),
  );
  const decided = await store.rows<RankedStatus>(DECIDED);
  const shared = await store.rows('SELECT 1 FROM "Meta" WHERE key = $1', [SHARED_COMMITS]);
  const workdays = await readWorkdays(store);
  const isCommon = own.length + decided.length + shared.length + workdays.size === 0;
  if (isCommon) return CATALOGUE;
  const kinds = withWorkdays(rankStatuses(extendKinds(KINDS, own), decided), workdays);
  return createCatalogue(shared.length > 0 ? withSharedCommits(kinds) : kinds);
}

/** The catalogue of each org: the common part, its own attributes but for those that it hides, its order of statuses and its working days, read once per data version. */
export class OrgCatalogues {
  private readonly stores: { open(orgId: OrgId): Promise<Store> };
  private readonly known = new Map<OrgId, Known>();

  constructor(stores: { open(orgId: OrgId): Promise<Store> }) {
    this.stores = stores;
  }

  async of(orgId: OrgId): Promise<Catalogue> {
    const store = await this.stores.open(orgId);
    const version = await store.dataVersion();
    const known = this.known.get(orgId);
    if (known?.version === version) return known.catalogue;
    const read = { version, catalogue: catalogueOf(store) };
    this.known.set(orgId, read);
    read.catalogue.catch(() => {
      if (this.known.get(orgId) === read) this.known.delete(orgId);
    });
    return read.catalogue;
  }
}
