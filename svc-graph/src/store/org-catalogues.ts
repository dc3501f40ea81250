import type { OrgId } from '@cairn/contracts';
import { CATALOGUE, KINDS, createCatalogue, extendKinds } from '@cairn/entities';
import type { Catalogue } from '@cairn/entities';
import type { GraphWriter } from './graph-writer.ts';
import { readOwnAttributes } from './own-attributes.ts';

interface Store extends Pick<GraphWriter, 'rows'> {
  dataVersion(): Promise<number>;
}

interface Known {
  readonly version: number;
  readonly catalogue: Promise<Catalogue>;
}

async function catalogueOf(store: Store): Promise<Catalogue> {
  const own = await readOwnAttributes(store);
  return own.length === 0 ? CATALOGUE : createCatalogue(extendKinds(KINDS, own));
}

/** The catalogue of each org: the common part and its own attributes, read once per data version. */
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
