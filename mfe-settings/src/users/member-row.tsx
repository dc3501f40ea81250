import {
  LAST_ADMIN,
  leavesNoAdmin,
  memberDenial,
  passwordLinkDenial,
  pictureAddress,
  ROLE_WORDS,
  Role,
  rolesFor,
  type OrgMember,
} from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { Avatar, Badge, formatDate, IconButton, Menu, Select, Text } from '@cairn/ui';
import { EllipsisVertical, KeyRound, LogOut, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { PasswordLinkDialog } from './password-link-dialog.tsx';
import { useLeaveOrg } from '../leave-org.ts';
import { usePasswordLink, useRemoveMember, useSetRole } from './use-people.ts';
import styles from './users.module.css';

interface MemberProps {
  member: OrgMember;
  /** Everybody who belongs to the org. */
  members: readonly OrgMember[];
}

/** A member with their role, and the changes that the user may make. */
export function MemberRow({ member, members }: MemberProps): ReactNode {
  const { user } = useHost();
  const isSelf = member.userId === user.id;
  return (
    <li className={styles['person']}>
      <Avatar name={member.name} size={32} picture={pictureAddress(member.userId, member.picture)} />
      <div className={styles['words']}>
        <Text as="div" truncate>
          {member.name}
          {isSelf && <span className={styles['self']}> (you)</span>}
        </Text>
        <Text as="div" tone="muted" truncate>
          {member.email} · since {formatDate(member.joinedAt)}
        </Text>
      </div>
      <div className={styles['controls']}>
        {member.superuser && <Badge tone="accent">Superuser</Badge>}
        <RoleField member={member} members={members} />
        {isSelf ? <OwnMenu /> : <RowMenu member={member} members={members} />}
      </div>
    </li>
  );
}

function RoleField({ member, members }: MemberProps): ReactNode {
  const setRole = useSetRole(member);
  const roles = rolesFor(actorOf(useHost()), member);
  if (!roles.includes(member.role)) return <Badge>{ROLE_WORDS[member.role]}</Badge>;
  const choices = roles.map((role) => ({
    value: role,
    label: ROLE_WORDS[role],
    disabled: leavesNoAdmin(members, member.userId, role),
  }));
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      title={choices.some(({ disabled }) => disabled) ? LAST_ADMIN : undefined}
      w={140}
      data={choices}
      value={setRole.isPending ? setRole.variables : member.role}
      disabled={setRole.isPending}
      allowDeselect={false}
      onChange={(chosen) => {
        const role = Role.safeParse(chosen).data;
        if (role && role !== member.role) setRole.mutate(role);
      }}
    />
  );
}

function RowMenu({ member, members }: MemberProps): ReactNode {
  const removal = useRemoveMember(member);
  const passwordLink = usePasswordLink(member);
  const actor = actorOf(useHost());
  const mayRemove =
    memberDenial(actor, member, 'removed') === null && !leavesNoAdmin(members, member.userId, 'removed');
  return (
    <>
      <PasswordLinkDialog name={member.name} link={passwordLink.data?.data} onClose={passwordLink.reset} />
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={`More for ${member.name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {passwordLinkDenial(actor) === null && (
            <Menu.Item
              leftSection={<KeyRound size={16} aria-hidden />}
              disabled={passwordLink.isPending}
              onClick={() => passwordLink.mutate()}
            >
              Make a password link
            </Menu.Item>
          )}
          <Menu.Item
            data-danger
            leftSection={<UserMinus size={16} aria-hidden />}
            disabled={!mayRemove || removal.isPending}
            onClick={() => void removal.ask()}
          >
            Remove from the organization
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function OwnMenu(): ReactNode {
  const leaving = useLeaveOrg();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label="More for you">
          <EllipsisVertical size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          data-danger
          leftSection={<LogOut size={16} aria-hidden />}
          disabled={leaving.isPending}
          onClick={() => void leaving.ask()}
        >
          Leave the organization
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
