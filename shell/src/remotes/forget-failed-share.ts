import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** Lets a failed shared module load again; the loader would keep the failed promise for ever. */
export function forgetFailedShare(): ModuleFederationRuntimePlugin {
  return {
    name: 'cairn-forget-failed-share',
    errorLoadShare: ({ pkgName, shareScopeMap }) => {
      for (const scope of Object.values(shareScopeMap)) {
        for (const share of Object.values(scope[pkgName] ?? {})) {
          if (!share.loaded) share.loading = null;
        }
      }
    },
  };
}
