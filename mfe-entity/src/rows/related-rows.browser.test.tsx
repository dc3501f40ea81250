import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plainEntity } from '../../test/plain-entity.ts';
import { calls, clear, type FakeHostCalls, show, violations } from '../../test/show.tsx';
import { RelatedRow, RelatedRows } from './related-rows.tsx';

const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${String(number)}`;
const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };
const message = plainEntity('Message', {}, { uuid: uuid(2), name: 'Tests are green' });

let host: FakeHostCalls;
beforeEach(() => {
  const data = ['Who knows the importer?', 'Tests are green'].map((name, at) => ({
    uuid: uuid(at + 1),
    'Event.name': name,
    'Event.entityType': 'CalendarEntry',
    'Event.integration': 'gcalendar',
  }));
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ data, columns: [], meta: { ...META, total: 2 } })),
  );
  const listed = () => ({ kind: 'Event', filters: [] });
  const figures = ['entityType', 'integration'];
  host = show(
    <RelatedRows entity={message} spec={{ title: 'The thread', relation: 'Event', listed, figures }} />,
  );
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe('a list of related entities', () => {
  it('marks the entity of the page where that is one of them', async () => {
    const rows = page.getByRole('listitem');
    await expect.element(rows.nth(1)).toHaveAttribute('aria-current', 'true');
    await expect.element(rows.nth(0)).not.toHaveAttribute('aria-current');
    expect(await violations()).toEqual([]);
  });

  it('opens an entity by a click anywhere on its row, and not by marking its words', async () => {
    const row = page.getByRole('listitem').nth(0);
    await userEvent.click(row.getByText('Google Calendar'));
    expect(calls(host, 'openEntity')).toEqual([['openEntity', uuid(1), [uuid(1), uuid(2)]]]);
    window.getSelection()?.selectAllChildren(row.element());
    row.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(calls(host, 'openEntity')).toHaveLength(1);
    window.getSelection()?.removeAllRanges();
  });

  it('says kinds and tools by their names', async () => {
    await expect.element(page.getByText('Meeting').first()).toBeVisible();
    await expect.element(page.getByText('Google Calendar').first()).toBeVisible();
  });

  it.each([
    [1, ['1 person', 'of 2h']],
    [9, ['9 people', 'of 2h']],
    [0, ['of 2h']],
  ])('says what its figures count, %s of them', async (attendeesNumber, said) => {
    clear();
    const figures = [
      { name: 'attendeesNumber', words: 'people', one: 'person' },
      { name: 'totalCostInHours', before: 'of' },
    ];
    const row = {
      uuid: uuid(1),
      'CalendarEntry.name': 'Daily',
      'CalendarEntry.attendeesNumber': attendeesNumber,
      'CalendarEntry.totalCostInHours': 2,
    };
    show(
      <RelatedRow row={row} kind="CalendarEntry" spec={{ title: '', relation: '', figures }} siblings={[]} />,
    );
    await expect.element(page.getByRole('listitem')).toBeVisible();
    const shown = [...document.querySelectorAll('li > span span[title]')].map(
      ({ textContent }) => textContent,
    );
    expect(shown).toEqual(said);
  });

  it.each([
    [
      'to whom and in which channel it was said',
      { 'Channel.uuid': uuid(4), 'Channel.name': 'general' },
      'to Ann in general',
    ],
    ['what it is about', { 'Issue.uuid': uuid(5), 'Issue.name': 'Retry' }, 'to Ann on Retry'],
  ])('says %s', async (_, place, said) => {
    clear();
    const row = { uuid: uuid(1), 'Message.name': 'Yes', ...place };
    const answered = { 'ReplyTo.Person.uuid': uuid(3), 'ReplyTo.Person.name': 'Ann' };
    const spec = { title: '', relation: '', to: ['ReplyTo.Person'], within: ['Issue', 'Channel'] };
    show(<RelatedRow row={{ ...row, ...answered }} kind="Message" spec={spec} siblings={[]} />);
    await expect.element(page.getByRole('listitem')).toBeVisible();
    const words = [...document.querySelectorAll('li > span > span')].map(({ textContent }) => textContent);
    expect(words.join(' ')).toBe(said);
  });
});
