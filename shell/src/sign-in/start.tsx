import { createRoot } from 'react-dom/client';
import { paintedFirst } from '../theme/first-paint.ts';
import { SignIn } from './sign-in.tsx';

paintedFirst();
const root = document.getElementById('root');
if (root) createRoot(root).render(<SignIn />);
