import { createDenial, type LinkType } from '@cairn/contracts';
import { actorOf, type Host } from '@cairn/host';
import type { SavedType } from '@cairn/saved';
import type { LucideIcon } from 'lucide-react';

/** Something that a person may create, and where it begins. */
export interface Creatable {
  readonly type: LinkType;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly url: string;
  readonly title: string;
}

/** The order of the create menu (W§2.6); other types follow in the order of their table. */
const ORDER: readonly LinkType[] = ['space-v1', 'dashboard-v1', 'explore-v1', 'digest-v2'];
/** Everybody may open an empty query; saving it is another matter. */
const FOR_EVERYBODY: LinkType = 'explore-v1';

const placeOf = ({ type }: SavedType) => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length);

/** What this person may create in the org, in the order of the create menu. */
export function creatableTypes(types: readonly SavedType[], host: Pick<Host, 'org' | 'user'>): Creatable[] {
  const actor = actorOf(host);
  return types
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap(({ type, create, label, icon, rules }) =>
      !create || (type !== FOR_EVERYBODY && createDenial(actor, rules) !== null)
        ? []
        : [
            {
              type,
              label: `New ${label}`,
              icon,
              url: `/${host.org.id}/${create.path}`,
              title: create.tabTitle,
            },
          ],
    );
}
