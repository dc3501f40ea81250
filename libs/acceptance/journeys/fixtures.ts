import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base, type BrowserContext, type Page } from 'playwright/test';
import { OWNER } from './start-product.ts';

export { expect, OWNER };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Session {
  page: Page;
  orgId: string;
}

/**
 * Keeps the open tabs of a context to itself: journeys run side by side as the same person, whose devices would
 * share them. What devices share is tried in contexts of its own.
 */
async function keepTabsApart(context: BrowserContext): Promise<void> {
  let open = { revision: 0, tabs: [] as unknown[] };
  await context.route('**/api/*/open-tabs', async (route) => {
    const sent = route.request().postDataJSON() as typeof open | null;
    if (sent) open = { revision: sent.revision + 1, tabs: sent.tabs };
    await route.fulfill({ json: { data: open } });
  });
}

/** `session` is a page signed in as the owner; console errors and policy violations fail the test that saw them. */
export const test = base.extend<{ session: Session; complaints: string[] }>({
  baseURL: async ({}, use) => use(process.env['CAIRN_URL']),
  context: async ({ context }, use) => {
    await keepTabsApart(context);
    await use(context);
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    // The browser refuses some of it without a word on the console.
    await page.exposeFunction('refusedByPolicy', (what: string) =>
      complaints.push(`content policy: ${what}`),
    );
    await page.addInitScript(() => {
      const { refusedByPolicy } = window as unknown as { refusedByPolicy: (what: string) => void };
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        refusedByPolicy(`${blockedURI} by ${violatedDirective}`),
      );
    });
    page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    await use(complaints);
  },
  session: async ({ page, baseURL }, use) => {
    const origin = new URL(baseURL ?? '').origin;
    const answer = await page.request.post('/api/auth/sign-in/email', { data: OWNER, headers: { origin } });
    expect(answer.status(), await answer.text()).toBe(200);
    const orgs = (await (await page.request.get('/api/user/orgs')).json()) as {
      id: string;
      simulated?: true;
    }[];
    await use({ page, orgId: orgs.find(({ simulated }) => !simulated)?.id ?? '' });
  },
});

/** What axe finds wrong on the page as it is now, one line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
}
