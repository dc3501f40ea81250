import * as core from '@module-federation/runtime-core';

// Remotes are built without the federation runtime, which would travel with each of them; they take it from here.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
