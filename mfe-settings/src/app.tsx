import { atLeast } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { EmptyState, linkAttributes, TableSkeleton } from '@cairn/ui';
import { Lock } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, Navigate, Route, Routes } from 'react-router-dom';
import { Calendars } from './calendars/calendars.tsx';
import { Integrations } from './integrations/integrations.tsx';
import { Logins } from './logins/logins.tsx';
import { Organization } from './organization/organization.tsx';
import { Preferences } from './preferences/preferences.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { ShortcutList } from './shortcuts/shortcut-list.tsx';
import './settings.css';

const Gallery = lazy(async () => ({ default: (await import('@cairn/ui/gallery')).Gallery }));

/** The settings pages (W§2.3), as many of them as there are. */
export function App(): ReactNode {
  return (
    <div className="st-page">
      <SettingsMenu />
      <div className="st-content">
        <Routes>
          <Route path="/:orgId/settings">
            <Route index element={<Navigate to="preferences" replace />} />
            <Route path="preferences" element={<Preferences />} />
            <Route path="logins" element={<Logins />} />
            <Route path="general" element={<Organization />} />
            <Route path="working-calendars" element={<Calendars />} />
            <Route path="shortcuts" element={<ShortcutList />} />
            <Route
              path="system/gallery"
              element={
                <Suspense fallback={<TableSkeleton />}>
                  <Gallery />
                </Suspense>
              }
            />
            <Route
              path="integrations"
              element={
                <AdminOnly>
                  <Integrations />
                </AdminOnly>
              }
            />
          </Route>
          <Route path="*" element={<Nowhere />} />
        </Routes>
      </div>
    </div>
  );
}

function AdminOnly({ children }: { children: ReactNode }): ReactNode {
  const { org, user } = useHost();
  if (user.superuser || atLeast(org.role, 'admin')) return children;
  return (
    <EmptyState icon={<Lock aria-hidden />} title="unauthorized access">
      Only admins of {org.name} can see this page.
    </EmptyState>
  );
}

function Nowhere(): ReactNode {
  const { org } = useHost();
  return (
    <EmptyState
      title="There is no such settings page"
      action={
        <Link to={`/${org.id}/settings/preferences`} {...linkAttributes()}>
          Go to preferences
        </Link>
      }
    />
  );
}
