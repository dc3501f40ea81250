import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearShell, drawShell } from '../../test/shell-under-test.tsx';
import { useSidebarMode } from './sidebar-mode.ts';
import { useState } from 'react';

/** Walks through these paths of the main pane, one a click; null is a tab. */
function Walk({ paths }: { paths: readonly (string | null)[] }) {
  const [step, setStep] = useState(0);
  const [went, setWent] = useState('');
  const { mode, leaveSettings } = useSidebarMode('acme', paths[step] ?? null, setWent);
  return (
    <>
      <output>{`${mode} ${went}`.trim()}</output>
      <button type="button" onClick={() => setStep(step + 1)}>
        Next
      </button>
      <button type="button" onClick={leaveSettings}>
        Back
      </button>
    </>
  );
}
const said = (text: string) => expect.element(page.getByRole('status')).toHaveTextContent(text);
const click = (name: string) => page.getByRole('button', { name }).click();

afterEach(clearShell);

it('the mode follows the page, and back leads to the page before the settings', async () => {
  drawShell(<Walk paths={['/acme/library?q=1', '/acme/settings/logins']} />);
  await said('main');
  await click('Next');
  await said('settings');
  await click('Back');
  await said('settings /acme/library?q=1');
});

it('while a tab is shown the mode stays, is remembered, and can be left without leaving the tab', async () => {
  drawShell(<Walk paths={['/acme/settings/logins', null]} />);
  await click('Next');
  await said('settings');
  expect(localStorage.getItem('cairn.sidebar-mode.acme')).toBe('settings');
  await click('Back');
  await said('main');
  expect(localStorage.getItem('cairn.sidebar-mode.acme')).toBe('main');
});

it('a path that only begins alike is no page of settings', async () => {
  drawShell(<Walk paths={['/acme/settingsx']} />);
  await said('main');
});
