// The boundary behind which shared modules are provided before anything asks for one.
void import('./bootstrap.tsx');
