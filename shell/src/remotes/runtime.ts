import * as core from '@module-federation/runtime-core';
import bundler from '@module-federation/webpack-bundler-runtime';

// Remotes are built without the federation runtime, which each would repeat; they use this one.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core, _FEDERATION_BUNDLER_RUNTIME: bundler });
