import type { Locator, Page } from 'playwright/test';
import { expect } from './fixtures.ts';

/** Presses Tab, or the key that goes back, until what is wanted has the focus; fails when it never gets it. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeAttached();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused({ timeout: 500 });
}

/** Goes to a field by Tab and types words in the place of what is there. */
export async function typeInto(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}
