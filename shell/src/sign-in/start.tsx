import '../shell.css';
import { createRoot } from 'react-dom/client';
import { SignIn } from './sign-in.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<SignIn />);
