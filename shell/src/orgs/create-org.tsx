import { addressAt } from '@cairn/host';
import { workspaceClient } from '@cairn/client';
import { AppError, type Me } from '@cairn/contracts';
import { Button, Note, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './orgs.module.css';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const assign = (url: string) => window.location.assign(url);
const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Unknown error';

interface Typed {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const isOther = (email: string, user: Me) => email !== '' && email.toLowerCase() !== user.email.toLowerCase();

/** What is wrong with the form before it is sent (W§5). */
function problemOf({ name, email, password }: Typed, user: Me): string | null {
  if (name === '') return 'Please enter an organization name';
  if (email === '') return user.email === '' ? 'Please enter your email' : null;
  if (!EMAIL.test(email)) return 'Please enter a valid email';
  return isOther(email, user) && password === '' ? 'Please enter your password to change your e-mail' : null;
}

/** What is refused because of the e-mail. */
const ABOUT_EMAIL = ['conflict', 'invalid_credentials'];

/** Creates the org, together with a change of the e-mail where it is another one, and gives its id (W§5, W§8). */
async function createOrg({ name, email, password }: Typed, user: Me): Promise<string> {
  const input = isOther(email, user) ? { name, email, password } : { name };
  const answer = await workspaceClient.createOrg({ input }).catch((error: unknown) => {
    const isEmail = 'email' in input && error instanceof AppError && ABOUT_EMAIL.includes(error.code);
    const what = isEmail ? 'update email' : 'create org';
    throw new Error(`Failed to ${what}: ${messageOf(error)}`, { cause: error });
  });
  if (!answer) throw new Error('No response from server');
  if (!answer.data?.id) throw new Error('Failed to create org');
  return answer.data.id;
}

/** Creates an org, and opens it. */
export function CreateOrg({
  user,
  goTo = assign,
}: {
  user: Me;
  goTo?: (address: string) => void;
}): ReactNode {
  const [name, setName] = useState('');
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const typed = { name: name.trim(), email: email.trim(), password };
  const [problem, setProblem] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () => createOrg(typed, user),
    onSuccess: (orgId) => goTo(addressAt(orgId, 'wizard/workspace-setup')),
  });
  if (user.orgCreationProblem !== null) return <Note>{user.orgCreationProblem}</Note>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.reset();
    const found = problemOf(typed, user);
    setProblem(found);
    if (found === null) create.mutate();
  };
  const shown = problem ?? create.error?.message;
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {shown && <Note tone="bad">{shown}</Note>}
      <TextField
        label="Organization name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        type="email"
        label="Your e-mail"
        value={email}
        autoComplete="email"
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {isOther(typed.email, user) && (
        <TextField
          type="password"
          label="Your password"
          description="It shows that it is you who changes the e-mail."
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <div>
        <Button type="submit" variant="primary" loading={create.isPending || create.isSuccess}>
          Create organization
        </Button>
      </div>
    </form>
  );
}
