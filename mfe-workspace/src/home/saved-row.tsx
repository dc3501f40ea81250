import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { addressOf, typeOf, useSavedTypes } from '@cairn/saved';
import { Text } from '@cairn/ui';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface SavedRowProps {
  readonly link: LinkSummary;
  /** Stands in the place of the icon of its type. */
  readonly picture?: ReactNode;
  /** What is said of it at the end of the row. */
  readonly note: ReactNode;
}

/** A saved thing in a list of Home, which opens it. */
export function SavedRow({ link, picture, note }: SavedRowProps): ReactNode {
  const { org } = useHost();
  const types = useSavedTypes();
  const Icon = typeOf(link, types)?.icon ?? FileText;
  const icon = picture || <Icon size={15} aria-hidden />;
  return <OpeningRow to={addressOf(org.id, link, types)} icon={icon} name={link.name} note={note} />;
}

interface OpeningRowProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly name: string;
  readonly note: ReactNode;
}

/** A row of Home that opens an address. */
export function OpeningRow({ to, icon, name, note }: OpeningRowProps): ReactNode {
  return (
    <li>
      <Link to={to}>
        {icon}
        <Text truncate>{name}</Text>
        <Text tone="faint">{note}</Text>
      </Link>
    </li>
  );
}
