import { Component, use, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { inLoadTime, LoadFailure, loadFailureOf } from './load-failure.ts';
import { LoadFailed } from './load-failed.tsx';

/** Longer than the limits of a single script or style sheet, whose errors are more precise. */
const LOAD_LIMIT_MS = 15_000;

/** The load of one lazy component, shared by all places that draw it. */
class LazyLoad<P> {
  private readonly load: () => Promise<ComponentType<P>>;
  private readonly listeners = new Set<() => void>();
  private loading: Promise<ComponentType<P>> | undefined;
  /** Grows with each retry, so that every failed place renders again. */
  attempt = 0;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.load = load;
  }

  start(): Promise<ComponentType<P>> {
    this.loading ??= inLoadTime(this.load(), LOAD_LIMIT_MS).catch((error: unknown) => {
      throw loadFailureOf(error);
    });
    return this.loading;
  }

  /** Forgets a failure, so that the next render loads again. */
  forget = (): void => {
    this.loading = undefined;
  };

  retry = (): void => {
    this.forget();
    this.attempt += 1;
    for (const listener of this.listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

interface BoundaryProps {
  readonly forget: () => void;
  readonly retry: () => void;
  readonly children: ReactNode;
}

/** Shows a failed load; other errors pass to the outer boundary. */
class LoadBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof LoadFailure) this.props.forget();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof LoadFailure)) throw error;
    return <LoadFailed failure={error} onRetry={this.props.retry} />;
  }
}

/**
 * A component that is loaded on first render, within a Suspense. Unlike `React.lazy` it forgets a failure: it
 * shows the error and offers Retry.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  const lazy = new LazyLoad(load);
  function Loaded(props: P): ReactNode {
    const Part = use(lazy.start());
    return <Part {...props} />;
  }
  return function LazyComponent(props: P): ReactNode {
    const attempt = useSyncExternalStore(lazy.subscribe, () => lazy.attempt);
    return (
      <LoadBoundary key={attempt} forget={lazy.forget} retry={lazy.retry}>
        <Loaded {...props} />
      </LoadBoundary>
    );
  };
}
