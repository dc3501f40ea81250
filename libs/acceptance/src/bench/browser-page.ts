import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright';

/** Builds a page as for production. */
async function buildPage(entry: string, folder: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.module.css': 'local-css', '.woff2': 'dataurl' },
    logLevel: 'error',
  });
  const html =
    '<!doctype html><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script>';
  await writeFile(join(folder, 'index.html'), html);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the files of a folder; nothing else. */
async function serve(folder: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    readFile(join(folder, name)).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

/** Opens the page of a benchmark, whose entry is a `page.tsx`, in a browser of its own. */
export async function withPage(
  entry: string,
  work: (page: Page, browser: Browser) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-page-'));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await buildPage(entry, folder);
    const { url, stop } = await serve(folder);
    try {
      const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
      await page.goto(url);
      await work(page, browser);
    } finally {
      stop();
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
