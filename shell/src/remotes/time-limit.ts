import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** How long a remote may take for any one of its files. */
export const TIME_LIMIT_MS = 10_000;

/** Gives manifests and entry scripts a time limit; without it a remote that hangs spins for ever. */
export function timeLimit(): ModuleFederationRuntimePlugin {
  return {
    name: 'cairn-time-limit',
    fetch: (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.timeout(TIME_LIMIT_MS), cache: 'no-cache' }),
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.crossOrigin = 'anonymous';
      return { script, timeout: TIME_LIMIT_MS };
    },
  };
}
