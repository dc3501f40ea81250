import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CALENDAR } from './calendar.ts';
import { type Graph, id, load, openGraph, t } from '../../test/derived-graph.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
  await graph.publish(load('Person', { uuid: id('ada'), name: 'Ada', timezone: 'Europe/Amsterdam' }));
});
afterEach(() => graph.close());

let number = 0;
function messagesAt(...moments: string[]) {
  return load(
    'Message',
    ...moments.map((moment) => {
      number += 1;
      return { uuid: id(`message ${String(number)}`), authorUuid: id('ada'), createdAt: t(moment) };
    }),
  );
}
function met(name: string, from: string, to: string, attendees = 2, answer: string | null = 'accepted') {
  return [
    load('CalendarEntry', {
      uuid: id(name),
      startTime: t(from),
      endTime: t(to),
      attendeesNumber: attendees,
    }),
    load('Relation', { relation: 'attends', fromUuid: id('ada'), toUuid: id(name), answer }),
  ];
}
const days = () =>
  graph.store.rows<Record<string, unknown>>(
    `SELECT "Date"::VARCHAR AS day, "workingTime" AS working, "focusTime" AS focus, "disruptedTime" AS disrupted,
       "focusTimePercent" + "disruptedTimePercent" AS whole, "meetingsCount"::INTEGER AS meetings, "messagesCount"::INTEGER AS messages
     FROM "Flow" ORDER BY 1`,
  );

describe('the daily summary of a person', () => {
  it('finds focus in gaps of two hours between meetings and messages with their recovery', async () => {
    // In Amsterdam, an hour ahead: meetings 9:30 to 10:00 and 12:15 to 12:45, messages at 15:00 and 15:10,
    // closing at 17:00.
    await graph.publish(
      ...met('daily', '2026-03-03 08:30', '2026-03-03 09:00'),
      ...met('lunch', '2026-03-03 11:15', '2026-03-03 11:45'),
      messagesAt('2026-03-03 14:00', '2026-03-03 14:10'),
    );
    expect(await days()).toEqual([
      // Focus is 10:00 to 12:15 and 12:45 to 15:00. The gaps 9:00 to 9:30 and 15:25 to 17:00 are too short.
      { day: '2026-03-03', working: 480, focus: 270, disrupted: 210, whole: 1, meetings: 2, messages: 2 },
    ]);
    const edges = await graph.row(
      `SELECT count(*) FILTER (relation = 'covers')::INTEGER AS meetings, count(*) FILTER (relation = 'coversMessage')::INTEGER AS messages FROM "Relation" WHERE "fromUuid" = (SELECT uuid FROM "Flow")`,
    );
    expect(edges).toEqual({ meetings: 2, messages: 2 });
  });

  it('is named after its person, and its day as all dates are written', async () => {
    await graph.publish(messagesAt('2026-03-03 14:00'));
    expect(await graph.row('SELECT name FROM "Flow"')).toEqual({ name: 'Ada, Mar 3, 2026' });
  });

  it('names the zone in which its day is counted: that of the person, else that of the org', async () => {
    await graph.publish(load('Person', { uuid: id('bob'), name: 'Bob', timezone: null }));
    await graph.publish(messagesAt('2026-03-03 14:00'));
    await graph.publish(
      load('Message', {
        uuid: id('message of Bob'),
        authorUuid: id('bob'),
        createdAt: t('2026-03-03 14:00'),
      }),
    );
    const zones = await graph.store.rows<{ name: string; zone: string }>(
      'SELECT p.name, f.timezone AS zone FROM "Flow" f JOIN "Person" p ON p.uuid = f."personUuid" ORDER BY 1',
    );
    expect(zones).toEqual([
      { name: 'Ada', zone: 'Europe/Amsterdam' },
      { name: 'Bob', zone: DEFAULT_CALENDAR.zone },
    ]);
  });

  it('takes a gap of exactly two hours, and what overlaps once', async () => {
    await graph.publish(
      ...met('a', '2026-03-03 10:00', '2026-03-03 12:00'),
      ...met('b', '2026-03-03 11:00', '2026-03-03 11:30'),
      ...met('c', '2026-03-03 14:00', '2026-03-03 16:00'),
    );
    expect(await days()).toMatchObject([{ focus: 240, disrupted: 240, meetings: 3 }]);
  });

  it('leaves out meetings declined, alone, of a whole day, and working hours that are outside of', async () => {
    await graph.publish(
      ...met('declined', '2026-03-03 10:00', '2026-03-03 11:00', 5, 'declined'),
      ...met('alone', '2026-03-03 10:00', '2026-03-03 11:00', 1),
      ...met('away', '2026-03-02 23:00', '2026-03-03 23:00', 5),
      ...met('early', '2026-03-03 06:00', '2026-03-03 08:30'),
    );
    expect(await days()).toEqual([
      { day: '2026-03-03', working: 480, focus: 450, disrupted: 30, whole: 1, meetings: 1, messages: 0 },
    ]);
  });

  it('is of local days, and of none on which nobody works or nothing was heard', async () => {
    // Friday 23:30 UTC is Saturday in Amsterdam; Sunday 23:30 UTC is Monday there.
    await graph.publish(messagesAt('2026-03-06 23:30', '2026-03-08 23:30', '2026-03-11 20:00'));
    expect(await days()).toMatchObject([
      { day: '2026-03-09', focus: 480, messages: 1 },
      { day: '2026-03-11', focus: 480, messages: 1 },
    ]);
  });

  it('follows what comes later: another message, a meeting moved to another day, a new calendar', async () => {
    await graph.publish(...met('one', '2026-03-03 10:00', '2026-03-03 12:00'));
    expect(await days()).toMatchObject([{ day: '2026-03-03', focus: 360 - 0, meetings: 1 }]);
    await graph.publish(messagesAt('2026-03-03 13:00'));
    expect(await days()).toMatchObject([{ day: '2026-03-03', focus: 285, messages: 1 }]);
    await graph.publish(
      {
        table: 'CalendarEntry',
        rows: [{ uuid: id('one'), startTime: t('2026-03-04 10:00'), endTime: t('2026-03-04 12:00') }],
        match: { startTime: 'replace', endTime: 'replace' },
        updateOnly: true,
      },
      load('Event', {
        uuid: id('moved'),
        occurredAt: t('2026-03-02 10:00'),
        action: 'updated',
        entityType: 'CalendarEntry',
        entityUuid: id('one'),
      }),
    );
    expect(await days()).toMatchObject([
      { day: '2026-03-03', meetings: 0, messages: 1 },
      { day: '2026-03-04', meetings: 1, messages: 0 },
    ]);
    await graph.setCalendar('org', { zone: 'UTC', days: [3], opens: 540, closes: 780, holidays: [] });
    expect(await days()).toMatchObject([{ day: '2026-03-04', working: 240 }]);
  });
});
