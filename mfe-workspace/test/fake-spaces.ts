import type { Space, SpaceEntry } from '@cairn/contracts/spaces';
import { aLink, FakeOrg } from './workspace-under-test.tsx';

type Body = Record<string, unknown>;

/** A space with everything that a test does not name. */
export function aSpace(part: Partial<Space> & { uuid: string }): Space {
  const items = part.items ?? [];
  return {
    name: part.uuid,
    description: '',
    pattern: 'dots',
    color: 'teal',
    scope: 'private',
    user_id: 'u1' as Space['user_id'],
    org_id: 'acme' as Space['org_id'],
    pin_to_nav: false,
    tags: [],
    item_ids: items.map(({ uuid }) => uuid),
    useCases: [],
    targetRoles: [],
    canEdit: true,
    ownerName: 'Ada',
    version: 1,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    ...part,
    items,
  };
}

/** An item that opens somewhere. */
export function anItem(part: Partial<SpaceEntry> & { uuid: string }): SpaceEntry {
  const config = { id: part.uuid };
  return {
    name: part.uuid,
    type: 'board',
    description: '',
    config,
    url: `/acme/boards/${part.uuid}`,
    ...part,
  };
}

/** An org with spaces, behind the calls of their contract. */
export class OrgWithSpaces extends FakeOrg {
  spaces: Space[] = [];
  /** Says why names of entities are missing. */
  spaceNotice: string | null = null;
  #deleted: Space[] = [];

  override answer(path: string, body: Body) {
    const back = path.endsWith('/restore') && this.#deleted.find(({ uuid }) => uuid === body['id']);
    if (back) {
      this.#put(back);
      return { status: 200, body: { data: aLink({ id: back.uuid, type: 'space-v1', name: back.name }) } };
    }
    const call = /\/spaces\/?([^?]*)/.exec(path)?.[1];
    const failure = [...this.failures].find(([end]) => path.endsWith(end));
    if (call === undefined || failure) return super.answer(path, body);
    this.asked.push({ path, body });
    const data = this.#act(call, body);
    return data === null
      ? { status: 404, body: { error: { code: 'not_found', message: 'This was deleted.' } } }
      : { status: 200, body: { data, notice: this.spaceNotice } };
  }

  #act(call: string, body: Body): unknown {
    const { uuid, space_id = uuid, ...part } = body;
    const space = this.spaces.find((each) => each.uuid === space_id);
    if (call === '') return this.spaces;
    if (call === 'create') return this.#put(aSpace({ uuid: `s${this.spaces.length + 1}`, ...part }));
    if (!space) return null;
    if (call === 'read') return space;
    if (call === 'update') return this.#put({ ...space, ...part, version: space.version + 1 });
    if (call === 'configs/pin-to-nav') {
      const pinned = this.#put({ ...space, pin_to_nav: body['action'] === 'add' });
      const plain = pinned?.items?.map(({ preview: _preview, ...item }) => item);
      return { ...pinned, ...(plain && { items: plain }) };
    }
    if (call === 'delete') {
      this.#deleted.push(space);
      this.spaces = this.spaces.filter((each) => each !== space);
      return { uuid };
    }
    return this.#changeItem(space, call, body);
  }

  #changeItem(space: Space, call: string, { space_id: _space, uuid, place, ...part }: Body): unknown {
    const items = space.items ?? [];
    const item = items.find((each) => each.uuid === uuid);
    if (call === 'items/create') {
      const made = anItem({ uuid: `i${items.length + 1}`, ...part });
      this.#put({ ...space, items: [...items, made] });
      return made;
    }
    if (!item) return null;
    const others = items.filter((each) => each !== item);
    if (call === 'items/delete') this.#put({ ...space, items: others });
    else {
      const at = typeof place === 'number' ? place : items.indexOf(item);
      this.#put({ ...space, items: others.toSpliced(at, 0, { ...item, ...part }) });
    }
    return item;
  }

  #put(space: Space | null): Space | null {
    if (!space) return null;
    const others = this.spaces.filter((each) => each.uuid !== space.uuid);
    this.spaces = [...others, { ...space, item_ids: (space.items ?? []).map(({ uuid }) => uuid) }];
    return space;
  }
}
