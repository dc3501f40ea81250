import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** The time limit of a single file of a remote. */
export const TIME_LIMIT_MS = 10_000;

/** The time limit of a part until it is drawn: manifest, entry and chunk. */
export const PART_LIMIT_MS = 3 * TIME_LIMIT_MS;

/** Reports a failed answer as such; the loader would otherwise read it as a manifest. */
async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const answer = await fetch(url, { ...init, signal, cache: 'no-cache' });
  if (!answer.ok) throw new Error(`NetworkError: ${url} answered ${answer.status}.`);
  return answer;
}

/** A preload instead of a style sheet, because the bundler takes any sheet on the page for a loaded one. */
function preloadOf(url: string): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href: url });
}

/** Gives manifests and entry scripts a time limit, and lets the bundler wait for style sheets. */
export function timeLimit(): ModuleFederationRuntimePlugin {
  return {
    name: 'cairn-time-limit',
    fetch: fetchFile,
    createLink: ({ url, attrs }) => (attrs?.['rel'] === 'stylesheet' ? preloadOf(url) : undefined),
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      // One of this site has been fetched early, which is of use to those alone that ask for it in the same way.
      if (new URL(url, window.location.href).origin !== window.location.origin)
        script.crossOrigin = 'anonymous';
      return { script, timeout: TIME_LIMIT_MS };
    },
  };
}
