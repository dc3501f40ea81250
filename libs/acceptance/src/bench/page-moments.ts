import type { BrowserContext, Page } from 'playwright';

/** When a page reached what, in milliseconds from its navigation. */
export interface Moments {
  /** The first text or picture; null where nothing was painted. */
  paint: number | null;
  /** The last chart that came; null on a page without charts. */
  charts: number | null;
  /** The longest task that kept the page from answering; 0 where none took over 50 ms. */
  longestTask: number;
}

/** Runs in the page, before all of its own scripts. */
function noteInPage(): void {
  const moments: Moments = { paint: null, charts: null, longestTask: 0 };
  Object.assign(window, { moments });
  new PerformanceObserver((seen) => {
    for (const { name, startTime } of seen.getEntries())
      if (name === 'first-contentful-paint') moments.paint = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((seen) => {
    for (const { duration } of seen.getEntries())
      moments.longestTask = Math.max(moments.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  let drawn = 0;
  new MutationObserver(() => {
    const charts = document.querySelectorAll('figure[data-chart]').length;
    if (charts === drawn) return;
    drawn = charts;
    moments.charts = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/** Every page of the context notes its moments from now on. */
export async function noteMoments(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteInPage);
}

/** The moments of a page, once nothing on it waits any longer and it kept still for a while. */
export async function readMoments(page: Page, quietMs: number): Promise<Moments> {
  await page.waitForFunction(() => !document.querySelector('[data-skeleton], [aria-busy=true]'));
  // What is fetched after the last chart counts too.
  await page.waitForTimeout(quietMs);
  return await page.evaluate(() => (window as unknown as { moments: Moments }).moments);
}

/** Lets the page compute as many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}
