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
  return (
    <li>
      <Link to={addressOf(org.id, link, types)}>
        {picture || <Icon size={15} aria-hidden />}
        <Text truncate>{link.name}</Text>
        <Text tone="faint">{note}</Text>
      </Link>
    </li>
  );
}
