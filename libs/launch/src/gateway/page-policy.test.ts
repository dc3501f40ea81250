import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { silentLog } from '@cairn/service-kit/testing';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from './gateway.ts';

/** What our front-ends do to a page, and what an attacker might try. */
const script = `
  const violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    violations.push(event.effectiveDirective + ' ' + event.blockedURI);
  });
  const settled = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const does = {
    styleAttribute: () => document.body.setAttribute('style', 'min-height: 123px'),
    styleElement: () => document.head.append(Object.assign(document.createElement('style'), { textContent: 'p{}' })),
    inlineScript: () => document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = 1' })),
    handler: () => { document.body.setAttribute('onclick', 'window.hacked = 1'); document.body.click(); },
    evaluate: () => { try { new Function('window.hacked = 1')(); } catch { /* refused */ } },
    foreignScript: () => document.head.append(Object.assign(document.createElement('script'), { src: 'http://127.0.0.1:9/x.js' })),
    leak: () => fetch('http://127.0.0.1:9/').catch(() => null),
    frame: () => document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://127.0.0.1:9/' })),
  };
  // Runs in a timer of the page, because a debugger's calls may evaluate text under any policy.
  window.attempt = (name) => {
    violations.length = 0;
    return new Promise((resolve) => setTimeout(() => resolve(does[name]()))).then(settled);
  };
  window.seen = () => ({ violations: [...violations], hacked: 'hacked' in window });
`;

const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** `npm run check` does not fetch a browser; `npm test` does. */
const hasChromium = existsSync(chromiumPath) || Boolean(process.env['CAIRN_BUNDLED_CHROMIUM']);

let folder: string;
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!hasChromium) return;
  folder = mkdtempSync(join(tmpdir(), 'cairn-policy-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head><script type="module" src="/main.js"></script></head><body></body></html>',
  );
  await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'main.js'),
    logLevel: 'error',
  });
  const nowhere = 'http://127.0.0.1:9';
  const app = createGateway({
    publicUrl: 'http://127.0.0.1:4400',
    secret: 's'.repeat(32),
    services: { workspace: nowhere, graph: nowhere, chat: nowhere },
    web: { shell: folder, remotes: {} },
    log: silentLog(),
  });
  server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({
    ...(process.env['CAIRN_BUNDLED_CHROMIUM'] ? {} : { executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/acme/home`);
  await page.waitForFunction('window.attempt');
});
afterAll(async () => {
  if (!hasChromium) return;
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen {
  violations: string[];
  hacked: boolean;
}
const seen = () => page.evaluate('window.seen()') as Promise<Seen>;
const attempt = (name: string) =>
  page.evaluate(`window.attempt(${JSON.stringify(name)}).then(() => undefined)`);

describe.skipIf(!hasChromium)('the policy of a page, in Chromium', () => {
  it('lets widgets be placed by style attributes', async () => {
    await attempt('styleAttribute');
    expect(await seen()).toEqual({ violations: [], hacked: false });
  });

  it.each([
    ['styleElement', 'style-src-elem'],
    ['inlineScript', 'script-src-elem'],
    ['handler', 'script-src-attr'],
    ['evaluate', 'script-src'],
    ['foreignScript', 'script-src-elem'],
    ['leak', 'connect-src'],
    ['frame', 'frame-src'],
  ])('stops %s', async (name, directive) => {
    await attempt(name);
    const directives = async () => (await seen()).violations.map((violation) => violation.split(' ')[0]);
    await expect.poll(directives, { timeout: 5_000 }).toContain(directive);
    expect((await seen()).hacked).toBe(false);
  });

  it('does not let the page be framed', async () => {
    const other = await browser.newPage();
    await other.setContent(`<iframe src="${page.url()}"></iframe>`);
    await other.waitForLoadState('networkidle');
    expect(other.frames().some((frame) => frame.url() === page.url())).toBe(false);
    await other.close();
  });
});
