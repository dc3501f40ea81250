import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../../test/show.tsx';
import { EntityLink } from './entity-link.tsx';
import { moveInLists } from './move-in-lists.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${String(number)}`;
const link = (number: number) => <EntityLink uuid={uuid(number)}>{`Entity ${String(number)}`}</EntityLink>;
const focused = () => document.activeElement?.textContent;

afterEach(clear);

describe('the keys of the lists on a page', () => {
  it('move through the entries of lists and tables, one a row, and stop at their ends', async () => {
    show(
      <>
        {link(9)}
        <ul>
          <li>
            {link(1)} by {link(8)}
          </li>
          <li>nothing to open</li>
          <li hidden>{link(7)}</li>
        </ul>
        <table>
          <tbody>
            <tr>
              <td>{link(2)}</td>
            </tr>
          </tbody>
        </table>
      </>,
    );
    await expect.element(page.getByText('Entity 1')).toBeVisible();
    moveInLists(1);
    expect(focused()).toBe('Entity 1');
    moveInLists(1);
    expect(focused()).toBe('Entity 2');
    moveInLists(1);
    expect(focused()).toBe('Entity 2');
    moveInLists(-1);
    expect(focused()).toBe('Entity 1');
    page.getByText('Entity 8').element().focus();
    moveInLists(1);
    expect(focused()).toBe('Entity 2');
  });

  it('go from lists to the events of a timeline, which are entries themselves, and back', async () => {
    show(
      <>
        <ul>
          <li>{link(1)}</li>
        </ul>
        <ol>
          {[2, 3].map((number) => (
            <li key={number} data-event="" tabIndex={-1}>
              {link(number)} did it
            </li>
          ))}
        </ol>
      </>,
    );
    await expect.element(page.getByText('Entity 1')).toBeVisible();
    const seen = [1, 1, 1, 1, -1, -1].map((step) => {
      moveInLists(step === 1 ? 1 : -1);
      return focused();
    });
    const [two, three] = ['Entity 2 did it', 'Entity 3 did it'];
    expect(seen).toEqual(['Entity 1', two, three, three, two, 'Entity 1']);
  });

  it('leave the page alone while a dialog stands above it', async () => {
    show(
      <>
        <ul>
          <li>{link(1)}</li>
        </ul>
        <div role="dialog">above</div>
      </>,
    );
    await expect.element(page.getByText('Entity 1')).toBeVisible();
    moveInLists(1);
    expect(focused()).not.toBe('Entity 1');
  });
});
