import type { PartName, Parts } from '@cairn/host';
import { Component, Suspense, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadPart } from './load-part.ts';
import { RemoteProblem, problemOf } from './problem.ts';
import { PART_LIMIT_MS } from './time-limit.ts';

type Loading<N extends PartName> = Promise<ComponentType<Parts[N]>>;
const loads = new Map<PartName, Loading<PartName>>();

function loadOnce<N extends PartName>(name: N): Loading<N> {
  const known = loads.get(name) ?? loadPart(name);
  loads.set(name, known as Loading<PartName>);
  return known as Loading<N>;
}

function loadAgain(name: PartName): void {
  loads.set(name, loadPart(name, true));
}

interface BoundaryProps {
  /** A new key starts a new attempt. */
  attempt: number;
  fallback: (problem: RemoteProblem) => ReactNode;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { problem: RemoteProblem | null; attempt: number }> {
  override state = { problem: null as RemoteProblem | null, attempt: this.props.attempt };

  static getDerivedStateFromError(error: unknown): { problem: RemoteProblem } {
    const problem =
      error instanceof RemoteProblem
        ? error
        : new RemoteProblem('crashed', 'It failed while it was drawn.', error);
    return { problem };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { attempt: number }): object | null {
    return props.attempt === state.attempt ? null : { problem: null, attempt: props.attempt };
  }

  override render(): ReactNode {
    return this.state.problem ? this.props.fallback(this.state.problem) : this.props.children;
  }
}

function Loaded<N extends PartName>({ name, props }: { name: N; props: Parts[N] }): ReactNode {
  const Part = use(loadOnce(name)) as ComponentType<object>;
  return <Part {...props} />;
}

/** The placeholder of a part; it fails when the part takes too long. */
function InTime({ children }: { children: ReactNode }): ReactNode {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PART_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isLate) throw new RemoteProblem('timeout', 'It did not answer in time.');
  return children;
}

export interface RemotePartProps<N extends PartName> {
  name: N;
  props: Parts[N];
  waiting: ReactNode;
  failed: (problem: RemoteProblem, retry: () => void) => ReactNode;
}

/** Draws a part of a remote. A failure stays inside and offers a retry. */
export function RemotePart<N extends PartName>({
  name,
  props,
  waiting,
  failed,
}: RemotePartProps<N>): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    loadAgain(name);
    setAttempt((count) => count + 1);
  };
  return (
    <Boundary attempt={attempt} fallback={(problem) => failed(problemOf(problem), retry)}>
      <Suspense key={attempt} fallback={<InTime>{waiting}</InTime>}>
        <Loaded name={name} props={props} />
      </Suspense>
    </Boundary>
  );
}
