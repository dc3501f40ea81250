import { atLeast } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  ArrowLeft,
  Building2,
  Cable,
  CalendarDays,
  Keyboard,
  KeyRound,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';

interface Entry {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const PERSONAL: readonly Entry[] = [
  { path: 'preferences', label: 'Preferences', icon: SlidersHorizontal },
  { path: 'logins', label: 'Logins', icon: KeyRound },
  { path: 'shortcuts', label: 'Shortcuts', icon: Keyboard },
];
const ORGANIZATION: readonly Entry[] = [
  { path: 'general', label: 'General', icon: Building2 },
  { path: 'working-calendars', label: 'Working calendars', icon: CalendarDays },
];
const FOR_ADMINS: readonly Entry[] = [{ path: 'integrations', label: 'Integrations', icon: Cable }];

/** The settings sidebar. */
export function SettingsMenu(): ReactNode {
  const { org, user } = useHost();
  const isAdmin = user.superuser || atLeast(org.role, 'admin');
  return (
    <nav className="st-menu" aria-label="Settings">
      <Link to={`/${org.id}/home`} className="st-menu__back">
        <ArrowLeft size={16} aria-hidden />
        <span className="cn-truncate">Back to {org.name}</span>
      </Link>
      <Group title="Personal" entries={PERSONAL} />
      <Group title="Organization" entries={isAdmin ? [...ORGANIZATION, ...FOR_ADMINS] : ORGANIZATION} />
    </nav>
  );
}

function Group({ title, entries }: { title: string; entries: readonly Entry[] }): ReactNode {
  const { org } = useHost();
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {entries.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink to={`/${org.id}/settings/${path}`} className="st-menu__item">
              <Icon size={16} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
