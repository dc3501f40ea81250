import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { MarkdownText } from './markdown-text.tsx';

let root: Root | undefined;

async function draw(text: string): Promise<HTMLElement> {
  const box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  root.render(<MarkdownText text={text} />);
  await expect.poll(() => box.textContent).not.toBe('');
  return box;
}

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

describe('markdown of others', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&Tab;script:alert(1)',
    '&#106;avascript&colon;alert(1)',
    'data:text/html,x',
    'vbscript:alert(1)',
    'file:///etc/passwd',
  ])('keeps the words of a link to %s and leaves out the link', async (address) => {
    const box = await draw(`Read [these words](${address}).`);
    expect(box.textContent).toBe('Read these words.');
    expect(box.querySelectorAll('a')).toHaveLength(0);
  });

  it('opens other links in a tab of their own, without telling where from', async () => {
    const box = await draw('[out](https://elsewhere.example/a)');
    const link = box.querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://elsewhere.example/a');
    expect(link?.target).toBe('_blank');
    expect(link?.rel).toBe('noreferrer noopener');
  });

  it('draws neither html nor images', async () => {
    const box = await draw(
      'Seen <b onclick="alert(1)">bold</b> ![pixel](https://elsewhere.example/p.png)\n\n<hr>',
    );
    expect(box.querySelectorAll('b, img, hr')).toHaveLength(0);
  });
});
