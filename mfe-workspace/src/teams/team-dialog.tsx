import { foundEntitiesQuery } from '@cairn/client';
import type { OwnTeam, TeamRole } from '@cairn/contracts/teams';
import { useHost } from '@cairn/host';
import { NameFields } from '@cairn/saved';
import { Button, Dialog, DialogActions, IconButton, Note, Stack, Text, TextField } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './team-dialog.module.css';
import { useTeamChanges, type EditedTeam } from './use-own-teams.ts';

const EMPTY: EditedTeam = {
  name: '',
  description: '',
  members: [],
  repositories: [],
  projects: [],
  parent: null,
};
type Member = OwnTeam['members'][number];

/** Makes a team of people, or changes one that an admin made. A refusal is shown, and what was typed stays. */
export function TeamDialog({
  team = EMPTY,
  onClose,
  onSaved,
}: {
  team?: EditedTeam;
  onClose: () => void;
  onSaved: (uuid: string) => void;
}): ReactNode {
  const [edited, setEdited] = useState(team);
  const { save } = useTeamChanges();
  const change = (part: Partial<EditedTeam>) => setEdited((now) => ({ ...now, ...part }));
  const nameless = edited.name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!nameless) save.mutate(edited, { onSuccess: onSaved });
  };
  return (
    <Dialog open onClose={onClose} title={team.uuid ? 'Edit team' : 'New team'} width={640}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          {save.error && <Note tone="bad">There was a problem, please try again. {save.error.message}</Note>}
          <NameFields value={edited} onChange={change} />
          <Members members={edited.members} onChange={(members) => change({ members })} />
          <Things
            kind="Repository"
            title="Repositories"
            label="Add a repository"
            things={edited.repositories}
            onChange={(repositories) => change({ repositories })}
          />
          <Things
            kind="Project"
            title="Projects"
            label="Add a project"
            things={edited.projects}
            onChange={(projects) => change({ projects })}
          />
          <Things
            kind="Team"
            title="Within the team"
            label="Choose a team"
            things={edited.parent ? [edited.parent] : []}
            onChange={(parents) => change({ parent: parents.at(-1) ?? null })}
          />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={nameless} loading={save.isPending}>
            Save team
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Members({
  members,
  onChange,
}: {
  members: readonly Member[];
  onChange: (members: Member[]) => void;
}): ReactNode {
  const edit = (at: number, part: Partial<Member>) =>
    onChange(members.map((member, index) => (index === at ? { ...member, ...part } : member)));
  return (
    <fieldset className={styles['part']}>
      <legend>Members</legend>
      <ul>
        {members.map((member, at) => (
          <li key={`${member.uuid} ${String(at)}`}>
            <Text truncate>{member.name}</Text>
            <MemberFields member={member} onChange={(part) => edit(at, part)} />
            <IconButton
              size="small"
              label={`Take ${member.name} off the list`}
              onClick={() => onChange(members.filter((_, index) => index !== at))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <FindEntity
        kind="Person"
        label="Add a person"
        known={members.map(({ uuid }) => uuid)}
        onAdd={(found) => onChange([...members, { ...found, role: 'member', since: null, until: null }])}
      />
    </fieldset>
  );
}

const ROLES: readonly TeamRole[] = ['lead', 'member', 'reviewer'];
const roleOf = (text: string): TeamRole => ROLES.find((role) => role === text) ?? 'member';
const dayIn = (value: string) => (value === '' ? null : value);

function MemberFields({
  member: { name, role, since, until },
  onChange,
}: {
  member: Member;
  onChange: (part: Partial<Member>) => void;
}): ReactNode {
  return (
    <>
      <select
        aria-label={`Role of ${name}`}
        value={role}
        onChange={(event) => onChange({ role: roleOf(event.currentTarget.value) })}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <input
        type="date"
        aria-label={`${name} since`}
        title="Since"
        value={since ?? ''}
        onChange={(event) => onChange({ since: dayIn(event.currentTarget.value) })}
      />
      <input
        type="date"
        aria-label={`${name} until`}
        title="Until"
        value={until ?? ''}
        min={since ?? undefined}
        onChange={(event) => onChange({ until: dayIn(event.currentTarget.value) })}
      />
    </>
  );
}

interface ThingsProps {
  kind: 'Repository' | 'Project' | 'Team';
  title: string;
  /** Names the field that finds further ones. */
  label: string;
  things: readonly NamedThing[];
  onChange: (things: NamedThing[]) => void;
}

type NamedThing = OwnTeam['repositories'][number];

/** A list of things of one kind, to which others are added by their names. */
function Things({ kind, title, label, things, onChange }: ThingsProps): ReactNode {
  return (
    <fieldset className={styles['part']}>
      <legend>{title}</legend>
      <ul>
        {things.map(({ uuid, name }) => (
          <li key={uuid}>
            <Text truncate>{name}</Text>
            <IconButton
              size="small"
              label={`Take ${name} off the list`}
              onClick={() => onChange(things.filter((each) => each.uuid !== uuid))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <FindEntity
        kind={kind}
        label={label}
        known={things.map(({ uuid }) => uuid)}
        onAdd={(found) => onChange([...things, found])}
      />
    </fieldset>
  );
}

const MOST_FOUND = 10;
const MOST_SHOWN = 5;

/** Finds things of one kind by what they are called. */
function FindEntity({
  kind,
  label,
  known,
  onAdd,
}: {
  kind: 'Person' | ThingsProps['kind'];
  label: string;
  known: readonly string[];
  onAdd: (found: { uuid: string; name: string }) => void;
}): ReactNode {
  const { org } = useHost();
  const [words, setWords] = useState('');
  const term = words.trim();
  const found = useQuery({
    ...foundEntitiesQuery(org.id, term, { pageSize: MOST_FOUND, kind }),
    enabled: term.length > 1,
  });
  const offered = term.length > 1 ? (found.data?.data ?? []) : [];
  const shown = offered.filter((each) => !known.includes(each.uuid)).slice(0, MOST_SHOWN);
  return (
    <>
      <TextField
        aria-label={label}
        placeholder={`${label}...`}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {shown.length > 0 && (
        <ul>
          {shown.map(({ uuid, name }) => (
            <li key={uuid}>
              <Button
                size="small"
                variant="subtle"
                icon={<Plus aria-hidden />}
                aria-label={`Add ${name}`}
                onClick={() => {
                  onAdd({ uuid, name });
                  setWords('');
                }}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
