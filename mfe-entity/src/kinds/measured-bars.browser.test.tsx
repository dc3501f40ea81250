import type { EntityDetail } from '@cairn/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plainEntity } from '../../test/plain-entity.ts';
import { clear, show } from '../../test/show.tsx';
import { groupProperties } from '../properties/group-properties.ts';
import { FLOW_PAGE } from './flow/flow-page.ts';
import { WorkingDay } from './flow/working-day.tsx';
import { Stages } from './pull-request/stages.tsx';

afterEach(clear);

const HOUR = 3_600;
const withGroups = (of: EntityDetail) => ({
  entity: of,
  groups: groupProperties(of),
  page: FLOW_PAGE,
  openTab: () => undefined,
});

/** The widths of bars as drawn, each as a share of the first. */
const widthsOf = (bars: readonly Element[]) => {
  const widths = bars.map((bar) => bar.getBoundingClientRect().width);
  return widths.map((width) => Math.round((100 * width) / (widths[0] ?? 1)) / 100);
};

describe('the stages of a pull request', () => {
  const PULL = plainEntity('PullRequest', {
    codingTime: 8 * HOUR,
    pickupTime: 2 * HOUR,
    reviewTime: 4 * HOUR,
    mergeTime: null,
    noMergeTimeReason: 'Not approved yet',
    clockCodingTime: 20 * HOUR,
    clockPickupTime: 10 * HOUR,
    clockReviewTime: 5 * HOUR,
    clockMergeTime: null,
  });
  const bars = () => [...document.querySelectorAll('dd > [aria-hidden]')];
  const lines = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

  it('have bars as long as their time, by the working calendar and by the clock', async () => {
    show(<Stages {...withGroups(PULL)} />);
    await expect.poll(() => widthsOf(bars())).toEqual([1, 0.25, 0.5, 0]);
    expect(lines()).toEqual([
      'Working coding time8h',
      'Working pickup time2h',
      'Working review time4h',
      'Working merge timeNot approved yet.',
    ]);
    await userEvent.click(page.getByText('Elapsed time'));
    await expect.poll(() => widthsOf(bars())).toEqual([1, 0.5, 0.25, 0]);
    await expect.poll(() => lines()[1]).toContain('10h');
    await expect.element(page.getByText('Nights and weekends count.')).toBeVisible();
  });
});

describe('a working day', () => {
  it('has as much focus and disruption in its bar as it says', async () => {
    show(
      <WorkingDay
        {...withGroups(plainEntity('Flow', { workingTime: 480, focusTime: 120, disruptedTime: 360 }))}
      />,
    );
    await expect.element(page.getByText('Working time 8h')).toBeVisible();
    const bar = document.querySelector('[data-is=focus]')?.parentElement;
    const whole = bar?.getBoundingClientRect().width ?? 0;
    const shares = [...(bar?.children ?? [])].map((part) => part.getBoundingClientRect().width / whole);
    expect(shares).toEqual([expect.closeTo(0.25, 2), expect.closeTo(0.75, 2)]);
    await expect.element(page.getByText('2h, 25%')).toBeVisible();
    await expect.element(page.getByText('6h, 75%')).toBeVisible();
  });

  it('says of a part that is not known that it is not', async () => {
    show(
      <WorkingDay
        {...withGroups(plainEntity('Flow', { workingTime: 480, focusTime: null, disruptedTime: 60 }))}
      />,
    );
    await expect.element(page.getByText('N/A')).toBeVisible();
  });
});
