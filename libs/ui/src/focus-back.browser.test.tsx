import { useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button, Dialog, Menu, UiProvider } from './index.ts';

let root: Root;
const draw = (node: ReactNode) => root.render(<UiProvider colorScheme="light">{node}</UiProvider>);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

async function focusByKey(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(button(name)).toHaveFocus();
}

/** A window that is mounted open, with a button to a second one that replaces it. */
function Rename({ onClose, onNext }: { onClose: () => void; onNext?: () => void }): ReactNode {
  return (
    <Dialog open title="Rename" onClose={onClose}>
      <input aria-label="Name" data-autofocus />
      {onNext && <Button onClick={onNext}>Go on</Button>}
    </Dialog>
  );
}

function ByButton(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename board</Button>
      <Button>Elsewhere</Button>
      {open && <Rename onClose={() => setOpen(false)} />}
    </>
  );
}

function ByMenu(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog open={open} title="Rename" onClose={() => setOpen(false)}>
        <input aria-label="Name" data-autofocus />
      </Dialog>
    </>
  );
}

function OneAfterAnother(): ReactNode {
  const [step, setStep] = useState(0);
  return (
    <>
      <Button onClick={() => setStep(1)}>Start</Button>
      {step === 1 && <Rename onClose={() => setStep(0)} onNext={() => setStep(2)} />}
      {step === 2 && (
        <Dialog open title="Describe" onClose={() => setStep(0)}>
          <input aria-label="Description" data-autofocus />
        </Dialog>
      )}
    </>
  );
}

describe('a window gives the focus back', () => {
  it('to the button that opened it, also when it is mounted open', async () => {
    draw(<ByButton />);
    await focusByKey('Rename board');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Rename board')).toHaveFocus();
    await expect.poll(() => dialog('Rename').query()).toBeNull();
  });

  it('to the button of the menu whose item opened it', async () => {
    draw(<ByMenu />);
    await focusByKey('More');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('More')).toHaveFocus();
  });

  it('to the opener of the window before it, when that window is gone', async () => {
    draw(<OneAfterAnother />);
    await focusByKey('Start');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Description' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Start')).toHaveFocus();
  });

  it('to nobody when somebody else has it by then', async () => {
    function Moved(): ReactNode {
      const [open, setOpen] = useState(false);
      const leave = () => {
        document.getElementById('heir')?.focus();
        setOpen(false);
      };
      return (
        <>
          <Button onClick={() => setOpen(true)}>Rename board</Button>
          <Button id="heir">Heir</Button>
          {open && <Rename onClose={leave} />}
        </>
      );
    }
    draw(<Moved />);
    await focusByKey('Rename board');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => dialog('Rename').query()).toBeNull();
    await expect.element(button('Heir')).toHaveFocus();
  });
});
