import { useHost } from '@cairn/host';
import { PageHeader } from '@cairn/ui';
import { useEffect, type ReactNode } from 'react';

/** A settings page: its title, a sentence, what can be set. */
export function SettingsPage({
  title,
  description,
  actions,
  children,
}: {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { setTitle } = useHost();
  useEffect(() => setTitle(title), [setTitle, title]);
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <div className="st-body">{children}</div>
    </>
  );
}

/** One thing that can be set: its name and a sentence on the left, the control on the right. */
export function Setting({
  name,
  hint,
  children,
}: {
  name: string;
  hint?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="st-setting">
      <div>
        <div className="st-setting__name">{name}</div>
        {hint && <div className="st-setting__hint">{hint}</div>}
      </div>
      <div className="st-setting__control">{children}</div>
    </div>
  );
}
