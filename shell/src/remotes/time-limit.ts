import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** How long a remote may take for any one of its files. */
export const TIME_LIMIT_MS = 10_000;

/** How long a part may take in all until it is drawn: manifest, entry and chunk. */
export const PART_LIMIT_MS = 3 * TIME_LIMIT_MS;

/** An answer other than a file is named as such; without it the loader reads it as a manifest. */
async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const answer = await fetch(url, { ...init, signal, cache: 'no-cache' });
  if (!answer.ok) throw new Error(`NetworkError: ${url} answered ${answer.status}.`);
  return answer;
}

/** A preload in place of a style sheet: the bundler takes any sheet on the page for one that has arrived. */
function preloadOf(url: string): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href: url });
}

/** Gives manifests and entry scripts a time limit, and leaves it to the bundler to wait for style sheets. */
export function timeLimit(): ModuleFederationRuntimePlugin {
  return {
    name: 'cairn-time-limit',
    fetch: fetchFile,
    createLink: ({ url, attrs }) => (attrs?.['rel'] === 'stylesheet' ? preloadOf(url) : undefined),
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.crossOrigin = 'anonymous';
      return { script, timeout: TIME_LIMIT_MS };
    },
  };
}
