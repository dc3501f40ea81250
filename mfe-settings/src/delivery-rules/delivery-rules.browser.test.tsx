import type { Role } from '@cairn/contracts';
import type { DeliveryPreview, DeliveryRules } from '@cairn/contracts/delivery-rules';
import type { Toast } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const DEFAULTS: DeliveryRules = {
  deployments: { pipelines: [], branches: [], releases: false },
  production: ['prod*'],
  incidents: { types: [], labels: [] },
  severity: { attribute: null, labels: [] },
  storyPoints: { attribute: null, labels: [] },
  hidden: [],
};
const previewed = ({ deployments: { pipelines } }: DeliveryRules): DeliveryPreview => ({
  deployments: { before: 2, after: pipelines.length > 0 ? 1_200 : 2 },
  incidents: { before: 0, after: 0 },
  severities: { before: 0, after: 0 },
  storyPoints: { before: 3, after: 3 },
  pipelines: [{ name: 'Ship it', pipelines: 9, matches: pipelines.includes('ship*') }],
  environments: [{ name: 'production', pipelines: 2, isProduction: true }],
  types: [{ name: 'Bug', issues: 4, isIncident: false }],
  labels: [{ name: 'points: 3', issues: 1, isIncident: false, severity: null, storyPoints: 3 }],
  attributes: [
    { name: 'customEffort', label: 'Effort', type: 'number', issues: 7, example: '8' },
    { name: 'customImpact', label: 'Impact', type: 'string', issues: 0, example: null },
  ],
});

let root: Root;
let kept: DeliveryRules;
let set: DeliveryRules[];
let refused: string | null;

function answer(path: string, { rules = DEFAULTS }: { rules?: DeliveryRules }): Response {
  if (path.endsWith('/get')) return Response.json({ data: { rules: kept, defaults: DEFAULTS } });
  if (refused !== null)
    return Response.json({ error: { code: 'invalid_input', message: refused } }, { status: 400 });
  if (path.endsWith('/preview')) return Response.json({ data: previewed(rules) });
  set.push(rules);
  kept = rules;
  return Response.json({ data: rules });
}

function draw(role: Role = 'admin') {
  const host = createFakeHost({ org: { ...createFakeHost().org, role } });
  root = drawSettings('delivery-rules', { host });
  return host;
}

beforeEach(() => {
  [kept, set, refused] = [DEFAULTS, [], null];
  vi.stubGlobal('fetch', async (path: string, init: { body?: string }) =>
    answer(path, JSON.parse(init.body ?? '{}') as { rules?: DeliveryRules }),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const pipelines = page.getByRole('combobox', { name: 'Pipelines or jobs that deploy' });
const save = page.getByRole('button', { name: 'Save' });
const lastToast = (host: ReturnType<typeof draw>) =>
  host.calls.filter(([name]) => name === 'toast').at(-1)?.[1] as Toast | undefined;

describe('the delivery rules', () => {
  it('show what a pattern would count before it is saved, and can be undone afterwards', async () => {
    const host = draw();
    await expect.element(page.getByText('2 deployments reached production.')).toBeVisible();
    await expect.element(save).toBeDisabled();
    await pipelines.click();
    await userEvent.keyboard('ship*{Enter}');
    await expect
      .element(page.getByText('2 deployments reached production now, 1,200 by these rules.'))
      .toBeVisible();
    await expect
      .element(page.getByRole('list', { name: 'Pipelines by name' }))
      .toHaveTextContent('Ship itDeploys9 runs');
    expect(set).toEqual([]);
    await save.click();
    await expect.poll(() => set.at(-1)?.deployments.pipelines).toEqual(['ship*']);
    await expect.poll(() => lastToast(host)?.message).toContain('Changed the delivery rules');
    lastToast(host)?.onUndo?.();
    await expect.poll(() => set.at(-1)).toEqual(DEFAULTS);
  });

  it('are thrown away by Discard, and given back by the defaults', async () => {
    kept = { ...DEFAULTS, incidents: { types: [], labels: ['prod'] } };
    draw();
    await pipelines.click();
    await userEvent.keyboard('ship*{Enter}');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(save).toBeDisabled();
    await page.getByRole('button', { name: 'Use the defaults' }).click();
    await expect.poll(() => set.at(-1)).toEqual(DEFAULTS);
    await expect.element(page.getByRole('button', { name: 'Use the defaults' })).not.toBeInTheDocument();
  });

  it('take points from a field that holds numbers, and say which labels give them', async () => {
    draw();
    await page.getByRole('combobox', { name: 'Field that gives story points' }).click();
    await expect.element(page.getByRole('option', { name: 'Impact' })).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect
      .element(page.getByRole('list', { name: 'Labels that give story points' }))
      .toHaveTextContent('points: 331 issue');
    await save.click();
    await expect.poll(() => set.at(-1)?.storyPoints).toEqual({ attribute: 'customEffort', labels: [] });
  });

  it('bring a field that takes the focus out from under the bar that saves', async () => {
    draw();
    await expect.element(pipelines).toBeVisible();
    const fields = [...document.querySelectorAll<HTMLElement>('main input:enabled')];
    const beneath = fields.filter((field) => {
      scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 8);
      field.focus();
      const { left, top, width, height } = field.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit?.contains(save.element()) === true && !hit.contains(field);
    });
    expect(fields.length).toBeGreaterThan(4);
    expect(beneath).toEqual([]);
  });

  it('leave out fields of the tracker that nobody needs', async () => {
    draw();
    await expect.element(page.getByText('7 issues, such as 8')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Impact' }).click();
    await save.click();
    await expect.poll(() => set.at(-1)?.hidden).toEqual(['customImpact']);
  });

  it('say why they cannot be, and keep what was written', async () => {
    draw();
    await expect.element(save).toBeVisible();
    refused = 'Name at least one environment that is production.';
    await pipelines.click();
    await userEvent.keyboard('ship*{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Name at least one environment');
    await expect.element(page.getByText('ship*')).toBeVisible();
  });

  it('are read by who may not change them', async () => {
    kept = { ...DEFAULTS, incidents: { types: [], labels: ['sev-1'] } };
    draw('user');
    await expect.element(page.getByText('sev-1')).toBeVisible();
    expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([]);
    expect(page.getByRole('combobox').elements()).toEqual([]);
  });

  it('have no fault that axe finds', async () => {
    draw();
    await expect.element(page.getByText('7 issues, such as 8')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Field that gives severity' })).toBeVisible();
    const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
    const { violations } = await axe.run(document.body, { rules });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
