import type { Page } from 'playwright/test';
import { layoutFaults } from './layout-faults.ts';

/** What a page may never do, noticed while it lives. */
export interface Watch {
  /** What was seen so far, one line each. */
  seen(): Promise<string[]>;
}

const isText = (type: string) => !/event-stream|font|image|octet|arrow/.test(type);

/** Watches a page for dialogs, foreign requests, errors, and answers that hold a secret. */
export function watch(page: Page, origin: string, secrets: readonly string[]): Watch {
  const seen: string[] = [];
  const bodies: Promise<void>[] = [];
  const note = (what: string) => seen.push(`${page.url()}: ${what}`);
  page.on('dialog', (dialog) => {
    note(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => note(`opened ${popup.url()}`));
  page.on('pageerror', (error) => note(`error ${error.message}`));
  page.on('console', (message) => {
    // An answer of 404 is what an address of garbage asks for; a foreign one is noted as a request.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      note(`console ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
      note(`asked ${request.url().slice(0, 200)}`);
  });
  page.on('response', (answer) => {
    if (!isText(answer.headers()['content-type'] ?? '') || answer.url().includes('/assets/')) return;
    const read = answer.text().then(
      (body) => {
        for (const secret of secrets) if (body.includes(secret)) note(`${answer.url()} tells ${secret}`);
      },
      () => undefined,
    );
    bodies.push(read);
  });
  return {
    seen: async () => {
      await Promise.all(bodies);
      return seen;
    },
  };
}

const TRIES = 50;
const PAUSE_MS = 100;

/** What is wrong with a page and stays so: charts take a moment to follow its width. */
export async function lastingFaults(page: Page): Promise<string[]> {
  for (let left = TRIES; ; left -= 1) {
    const faults = [...(await pageFaults(page)), ...(await layoutFaults(page))];
    if (faults.length === 0 || left === 0) return faults;
    await page.waitForTimeout(PAUSE_MS);
  }
}

/** What is wrong with the document as it is drawn now: markup that came alive, links that lead astray, sideways overflow. */
export function pageFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const short = (element: Element) => element.outerHTML.slice(0, 160);
    for (const element of document.querySelectorAll('*'))
      for (const { name } of element.attributes)
        if (name.startsWith('on')) faults.push(`has ${name}: ${short(element)}`);
    for (const element of document.querySelectorAll(
      'script:not([src]), iframe, object, embed, base, meta[http-equiv]',
    ))
      faults.push(`alive: ${short(element)}`);
    for (const image of document.querySelectorAll('img'))
      if (!image.src.startsWith(`${location.origin}/`) && !image.src.startsWith('data:image/'))
        faults.push(`image: ${short(image)}`);
    const visible = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;
    for (const link of document.querySelectorAll('a')) {
      if (link.href && !/^(?:https?|mailto):/.test(link.href)) faults.push(`leads astray: ${short(link)}`);
      const words = `${link.textContent}${link.ariaLabel ?? ''}`;
      if (link.checkVisibility() && !visible.test(words)) faults.push(`link without words: ${short(link)}`);
    }
    for (const box of document.querySelectorAll('html, body, #content, [data-pane], [role="dialog"]'))
      if (box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
        faults.push(`${box.tagName} is ${box.scrollWidth - box.clientWidth} px too wide`);
    return faults;
  });
}
