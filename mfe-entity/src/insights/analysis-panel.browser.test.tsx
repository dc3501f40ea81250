import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plainEntity } from '../../test/plain-entity.ts';
import { clear, show, violations } from '../../test/show.tsx';
import { AnalysisPanel } from './analysis-panel.tsx';

afterEach(clear);

const issue = (properties: Record<string, unknown>) => plainEntity('Issue', properties);

it('an insight shows its scale, and on demand its explanation or that there is none', async () => {
  show(
    <AnalysisPanel
      entity={issue({
        cairnUrgency: 'critical',
        cairnUrgencyExplanation: 'Nobody can pay.',
        cairnFrictionScore: 8,
      })}
    />,
  );
  await expect.element(page.getByText('step 4 of 4')).toBeVisible();
  const bar = page.getByRole('meter', { name: 'Complexity' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '8');
  expect(document.querySelector('[data-tone="bad"]')).not.toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Urgency' }));
  await expect.element(page.getByText('Nobody can pay.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Complexity' }));
  await expect.element(page.getByText('No explanation available')).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('a score fills as much of its scale as it is, in the colours of its bands', async () => {
  const scores = { cairnFrictionScore: 8, cairnClarityScore: 6, cairnUrgency: 'high' };
  show(<AnalysisPanel entity={issue(scores)} />);
  const drawnOf = (label: string) => {
    const track = page.getByRole('meter', { name: label }).element();
    const bar = track.firstElementChild;
    const share = (bar?.getBoundingClientRect().width ?? 0) / track.getBoundingClientRect().width;
    const figure = track.nextElementSibling;
    return [
      Math.round(100 * share),
      bar?.getAttribute('data-tone'),
      figure?.getAttribute('data-band'),
      figure?.textContent,
    ];
  };
  await expect.element(page.getByRole('meter', { name: 'Complexity' })).toBeInTheDocument();
  await expect.poll(() => drawnOf('Complexity')).toEqual([80, 'bad', 'blue', '8 of 10']);
  await expect.poll(() => drawnOf('Clarity score')).toEqual([60, 'good', 'orange', '6 of 10']);
  await expect.element(page.getByText('step 3 of 4')).toBeVisible();
});

it('what no analysis has read is named, with the reason', async () => {
  show(<AnalysisPanel entity={issue({})} />);
  await expect.element(page.getByText('No text analysis has read this yet', { exact: false })).toBeVisible();
  expect(page.getByText('Urgency', { exact: false }).elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: /and \d+ more/ }));
  await expect.element(page.getByText('Urgency', { exact: false })).toBeVisible();
});
