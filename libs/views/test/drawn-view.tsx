import { UiProvider } from '@cairn/ui';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';
import { DrawnView } from '../src/drawn-view.tsx';
import type { FurtherAnswers, Peek, Selection, ViewDefinition } from '../src/view.ts';
import { viewNamed } from '../src/views.ts';
import { SAMPLES, type Sample } from './samples.ts';

let root: Root;
/** The box that views are drawn in. */
export let frame: HTMLElement;
/** What was chosen in them. */
export const chosen: Selection[] = [];

/** Gives each test of a file an empty box. */
export function viewUnderTest(): void {
  beforeEach(() => {
    frame = document.body.appendChild(document.createElement('main'));
    frame.style.cssText = 'width:900px;height:420px';
    root = createRoot(frame);
  });
  afterEach(() => {
    root.unmount();
    document.body.replaceChildren();
  });
}

/** Empties the box. */
export const drawNothing = (): void => root.render(null);

/** Draws a view over the answer of a sample, with further answers beside it. */
export const draw = (
  view: ViewDefinition,
  { answer, query }: Sample,
  config: object = {},
  further: FurtherAnswers = {},
  peek?: Peek,
) =>
  root.render(
    <UiProvider colorScheme="light">
      <DrawnView
        view={view}
        answer={answer}
        query={query}
        config={view.config.parse(config)}
        further={further}
        {...(peek ? { peek } : {})}
        label="Commits"
        timezone="Europe/Berlin"
        now={Date.UTC(2026, 10, 21)}
        onSelect={(selection) => chosen.push(selection)}
        onConfigChange={() => undefined}
      />
    </UiProvider>,
  );

/** The view of an id; throws for one that there is not. */
export function known(id: string): ViewDefinition {
  const view = viewNamed(id);
  if (!view) throw new Error(`there is no view ${id}`);
  return view;
}
/** The sample of a name. */
export const sampleNamed = (name: string) => SAMPLES.find((sample) => sample.name === name) as Sample;
