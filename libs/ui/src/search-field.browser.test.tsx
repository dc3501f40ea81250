import { useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FilterSelect } from './filter-select.tsx';
import { UiProvider } from './provider.tsx';
import { SearchField } from './search-field.tsx';

let root: Root;
function show(content: ReactNode) {
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(<UiProvider colorScheme="light">{content}</UiProvider>);
}
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const escapes: string[] = [];

/** A field within what Escape closes, as a dialog. */
function Filter(): ReactNode {
  const [text, setText] = useState('grace');
  return (
    <div role="presentation" onKeyDown={({ key }) => escapes.push(key)}>
      <SearchField label="Filter people" value={text} onText={setText} />
      <output>{text === '' ? 'everybody' : text}</output>
    </div>
  );
}

it('clears its text by a button and by Escape, which closes nothing around it before', async () => {
  show(<Filter />);
  const field = page.getByRole('textbox', { name: 'Filter people' });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('everybody');
  await expect.element(field).toHaveFocus();
  expect(page.getByRole('button', { name: 'Clear' }).query()).toBeNull();
  await field.fill('ada');
  escapes.length = 0;
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  expect(escapes).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(escapes).toEqual(['Escape']);
});

it('says what each value of a filter would find, and keeps a chosen one that finds nothing', async () => {
  const chosen: (string | null)[] = [];
  const options = [{ value: 'a', label: 'Shop', count: 1_204 }];
  show(
    <FilterSelect
      label="Project"
      all="All projects"
      options={options}
      value="gone"
      onChoose={(next) => chosen.push(next)}
    />,
  );
  const field = page.getByRole('combobox', { name: 'Project' });
  await expect.element(field).toHaveValue('gone');
  await field.click();
  await page.getByRole('option', { name: 'Shop · 1,204' }).click();
  expect(chosen).toEqual(['a']);
});
