import type { OrgId } from '@cairn/contracts';
import { rotateSecrets } from '../src/sources/rotate-secrets.ts';
import type { GraphStore } from '../src/store/graph-store.ts';
import { GraphStores } from '../src/store/graph-stores.ts';

const [folder = '', stopAt = ''] = process.argv.slice(2);

// Whoever started it may be gone before they could end it.
process.once('disconnect', () => process.exit(1));

/** Files of orgs, of which one never opens: whoever started this process ends it then. */
class StoppingStores extends GraphStores {
  override open(orgId: OrgId): Promise<GraphStore> {
    if (orgId !== stopAt) return super.open(orgId);
    process.send?.('there');
    return new Promise<never>(() => {});
  }
}

await rotateSecrets(new StoppingStores(folder), 0);
