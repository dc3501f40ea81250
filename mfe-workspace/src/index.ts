// The dynamic import lets federation negotiate shared modules before anything imports one.
void import('./bootstrap.tsx');
