// An async boundary, so that shared modules are negotiated before any import of one.
void import('./bootstrap.tsx');
