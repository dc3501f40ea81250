import { PersonType, type KnownPerson } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { Avatar, Badge, IconButton, linkAttributes, Menu } from '@cairn/ui';
import { EllipsisVertical, KeyRound, Merge, Split, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { accountWords, canSplit, TYPE_WORDS } from './person-words.ts';
import { LinkDialog } from './link-dialog.tsx';
import { useClassify, useLogins, useSplit } from './use-identities.ts';
import styles from './identities.module.css';

/** A person by name, as a link to their page. */
export function PersonName({ person }: { person: KnownPerson }): ReactNode {
  const { org } = useHost();
  return (
    <span className={styles['name']}>
      <Link to={addressAt(org.id, 'entity', person.uuid)} {...linkAttributes()}>
        {person.name}
      </Link>
      {person.type !== 'person' && <Badge>{TYPE_WORDS[person.type]}</Badge>}
    </span>
  );
}

/** The accounts of a person, each with what joins it; those that can be are split off. */
export function Accounts({ person, split = false }: { person: KnownPerson; split?: boolean }): ReactNode {
  const splitting = useSplit();
  return (
    <ul className={styles['accounts']}>
      {person.accounts.map((account) => {
        const { address, uuid, integration } = account;
        const words = accountWords(account, person.name);
        return (
          <li key={`${integration} ${address}`}>
            <span className={styles['address']}>{address}</span>
            {words && <span className={styles['how']}>{words}</span>}
            {split && uuid !== null && canSplit(person, account) && (
              <IconButton
                label={`Split ${address} off`}
                disabled={splitting.isPending}
                onClick={() => splitting.mutate({ uuid, address })}
              >
                <Split size={14} aria-hidden />
              </IconButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A person with their accounts and what an admin may decide about them. */
export function PersonRow({ person, onMerge }: { person: KnownPerson; onMerge: () => void }): ReactNode {
  return (
    <li className={styles['person']}>
      <Avatar name={person.name} size={32} />
      <div className={styles['words']}>
        <PersonName person={person} />
        <Accounts person={person} split />
        {person.typeReason && <div className={styles['how']}>{person.typeReason}</div>}
        <Logins person={person} />
      </div>
      <RowMenu person={person} onMerge={onMerge} />
    </li>
  );
}

function Logins({ person: { logins } }: { person: KnownPerson }): ReactNode {
  const { data } = useLogins();
  if (logins.length === 0) return null;
  const emails = logins.map(
    (login) => data?.find(({ userId }) => userId === login)?.email ?? 'a former login',
  );
  return <div className={styles['how']}>Signs in as {emails.join(', ')}</div>;
}

function RowMenu({ person, onMerge }: { person: KnownPerson; onMerge: () => void }): ReactNode {
  const classify = useClassify();
  const [linking, setLinking] = useState(false);
  return (
    <>
      {linking && <LinkDialog person={person} onClose={() => setLinking(false)} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={`More for ${person.name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Merge size={16} aria-hidden />} onClick={onMerge}>
            Merge with…
          </Menu.Item>
          <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} onClick={() => setLinking(true)}>
            Link a login…
          </Menu.Item>
          {PersonType.options
            .filter((type) => type !== person.type)
            .map((type) => (
              <Menu.Item
                key={type}
                leftSection={<UserRound size={16} aria-hidden />}
                disabled={classify.isPending}
                onClick={() => classify.mutate({ person, type })}
              >
                Is {type === 'agent' ? 'an' : 'a'} {type === 'agent' ? TYPE_WORDS.agent : type}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
