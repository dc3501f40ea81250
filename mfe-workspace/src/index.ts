// The boundary behind which shared modules are negotiated before anything asks for one.
void import('./bootstrap.tsx');
