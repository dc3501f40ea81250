/** Ends when the page has been laid out once more. */
export const laidOut = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const centreOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Drags one element onto another in steps, as a hand does. */
export async function drag(from: Element, onto: Element): Promise<void> {
  const [start, end] = [centreOf(from), centreOf(onto)];
  const act = async (type: string, part: number, target: EventTarget) => {
    const clientX = start.x + (end.x - start.x) * part;
    const clientY = start.y + (end.y - start.y) * part;
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY }));
    await laidOut();
  };
  await act('mousedown', 0, from);
  for (const part of [0.1, 0.4, 0.8, 1]) await act('mousemove', part, document);
  await act('mouseup', 1, document);
}
