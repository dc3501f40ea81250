import { workspaceClient } from '@cairn/client';
import type { Me } from '@cairn/contracts';
import { Button, Note, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './orgs.module.css';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const assign = (url: string) => window.location.assign(url);
const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Unknown error';

/** What is wrong with the form before it is sent (W§5). */
function problemOf(name: string, email: string, user: Me): string | null {
  if (name === '') return 'Please enter an organization name';
  if (email === '') return user.email === '' ? 'Please enter your email' : null;
  return EMAIL.test(email) ? null : 'Please enter a valid email';
}

/** Changes the e-mail first where it is another one, then creates the org and gives its id (W§5, W§8). */
async function createOrg(name: string, email: string, user: Me): Promise<string> {
  if (email !== '' && email.toLowerCase() !== user.email.toLowerCase()) {
    await workspaceClient.updateEmail({ input: { email } }).catch((error: unknown) => {
      throw new Error(`Failed to update email: ${messageOf(error)}`, { cause: error });
    });
  }
  const answer = await workspaceClient.createOrg({ input: { name } }).catch((error: unknown) => {
    throw new Error(`Failed to create org: ${messageOf(error)}`, { cause: error });
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
  const [problem, setProblem] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () => createOrg(name.trim(), email.trim(), user),
    onSuccess: (orgId) => goTo(`/${orgId}/wizard/workspace-setup`),
  });
  if (user.orgCreationProblem !== null) return <Note>{user.orgCreationProblem}</Note>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.reset();
    const found = problemOf(name.trim(), email.trim(), user);
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
      <div>
        <Button type="submit" variant="primary" loading={create.isPending || create.isSuccess}>
          Create organization
        </Button>
      </div>
    </form>
  );
}
