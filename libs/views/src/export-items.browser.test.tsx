import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Menu, UiProvider } from '@cairn/ui';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ExportItems } from './export-items.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const draw = (name: string | undefined, about?: () => Promise<string>) => {
  const toasts: string[] = [];
  const host = createFakeHost({ timezone: 'UTC', toast: ({ message }) => void toasts.push(message) });
  createRoot(document.body.appendChild(document.createElement('main'))).render(
    <UiProvider colorScheme="light">
      <FakeHost host={host}>
        <section data-pdf={name}>
          <svg width="40" height="20">
            <rect width="40" height="20" />
          </svg>
        </section>
        <Menu opened>
          <Menu.Target>
            <button type="button">Menu</button>
          </Menu.Target>
          <Menu.Dropdown>
            <ExportItems
              part={() => document.querySelector('section')}
              formats={['png', 'svg', 'pdf']}
              {...(about ? { about } : {})}
            />
          </Menu.Dropdown>
        </Menu>
      </FakeHost>
    </UiProvider>,
  );
  return toasts;
};

it.each([
  ['PNG', 'Commits a week.png', /^data:image\/png/],
  ['SVG', 'Commits a week.svg', /^blob:/],
])('saves what is drawn as %s, under its name', async (format, file, address) => {
  const saved: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push([this.download, this.href]);
  });
  draw('Commits a week');
  await page.getByRole('menuitem', { name: `Save as ${format}` }).click();
  await expect.poll(() => saved).toEqual([[file, expect.stringMatching(address)]]);
});

it('says in the file what its caller says of it', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  draw('Commits a week', () => Promise.resolve('Last 30 days (UTC)\nAcme in Cairn'));
  await page.getByRole('menuitem', { name: 'Save as SVG' }).click();
  await expect.poll(() => files.length).toBe(1);
  const drawing = (await files[0]?.text()) ?? '';
  for (const line of ['Commits a week', 'Last 30 days (UTC)', 'Acme in Cairn'])
    expect(drawing).toContain(`>${line}</text>`);
});

it('says why nothing could be saved', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const toasts = draw(undefined);
  await page.getByRole('menuitem', { name: 'Save as SVG' }).click();
  await expect
    .poll(() => toasts)
    .toEqual(['The file could not be made. element with the PDF-download marker not found']);
});
