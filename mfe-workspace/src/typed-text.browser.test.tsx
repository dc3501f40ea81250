import { createFakeHost } from '@cairn/host/fake';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anItem, aSpace, OrgWithSpaces } from '../test/fake-spaces.ts';
import { aLink, clearPage, drawAt } from '../test/workspace-under-test.tsx';
import { SpacePicker } from './space-picker.tsx';

let org: OrgWithSpaces;
beforeEach(() => {
  org = new OrgWithSpaces();
  org.spaces = [aSpace({ uuid: 's1', name: 'Mine', items: [anItem({ uuid: 'a', name: 'Delivery' })] })];
  org.links = [aLink({ id: 'b1', name: 'Quality', scope: 'org' })];
});
afterEach(() => clearPage());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
const chooseAll = () => page.getByRole('checkbox', { name: 'Select Quality' }).click();

interface Form {
  readonly path: string;
  readonly opens: () => Promise<void>;
  readonly types: () => Promise<void>;
  readonly save: string;
  readonly route: string;
  readonly kept: () => Promise<unknown>;
  readonly wrap?: () => ReactNode;
}

const item = { type: 'entity', name: 'Grace Hopper', config: { uuid: 'g' } } as const;
const FORMS: Readonly<Record<string, Form>> = {
  'a new space': {
    path: '/acme/space/new',
    opens: async () => undefined,
    types: () => textbox('Name').fill('Ours'),
    save: 'Create space',
    route: '/spaces/create',
    kept: () => expect.element(textbox('Name')).toHaveValue('Ours'),
  },
  'an item of a space': {
    path: '/acme/space/s1?edit=1',
    opens: () => button('Edit Delivery').click(),
    types: () => textbox('Item description').fill('On Mondays'),
    save: 'Save item',
    route: '/spaces/items/update',
    kept: () => expect.element(textbox('Item description')).toHaveValue('On Mondays'),
  },
  'an item for a space': {
    path: '/acme/nowhere',
    wrap: () => <SpacePicker item={item} onClose={() => undefined} />,
    opens: () => button('Mine').click(),
    types: () => textbox('Item description').fill('Our lead'),
    save: 'Save item',
    route: '/spaces/items/create',
    kept: () => expect.element(textbox('Item description')).toHaveValue('Our lead'),
  },
  'tags of several things': {
    path: '/acme/library',
    opens: async () => {
      await chooseAll();
      await button('Tag').click();
    },
    types: async () => {
      await page.getByPlaceholder('Type a tag and press Enter').click();
      await userEvent.keyboard('weekly{Enter}');
    },
    save: 'Save tags',
    route: '/deep-links/update',
    kept: () => expect.element(page.getByRole('dialog').getByText('weekly')).toBeVisible(),
  },
};

/** Forms of the workspace that send what somebody typed; those of boards, teams, records, owners and details have their tests. */
it.each(Object.keys(FORMS))('a save that fails keeps what was typed: %s', async (name) => {
  const form = FORMS[name];
  if (!form) throw new Error('no such form');
  const { org: acme } = createFakeHost();
  const failure = { error: { code: 'internal', message: 'It broke.' } };
  org.failures.set(form.route, { status: 500, body: failure });
  const host = drawAt(form.path, org, { org: acme }, 'light', form.wrap ? { wrap: form.wrap } : {});
  await form.opens();
  await form.types();
  await button(form.save).click();
  await expect.poll(() => org.asked.some(({ path }) => path.endsWith(form.route))).toBe(true);
  const said = () => `${document.body.textContent} ${JSON.stringify(host.calls)}`;
  await expect.poll(said).toMatch(/It broke\.|There was an unexpected error|There was a problem/);
  await form.kept();
  await expect.element(button(form.save)).toBeEnabled();
});
