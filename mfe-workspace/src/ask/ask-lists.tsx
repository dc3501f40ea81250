import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { addressOf, useFoundThings, useSavedTypes, useSettled } from '@cairn/saved';
import { linkAttributes, Panel, Skeleton, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './ask.module.css';

/** The things of each type in a section (W§9). */
export const ASKED_PER_TYPE = 3;
const TYPES = ['explore-v1', 'digest-v2', 'narrative-v1', 'dashboard-v1'] as const;

/** What the user saved and what others use most, of every type that has any, with the typed words (W§2.6). */
export function AskLists({ text }: { text: string }): ReactNode {
  const words = useSettled(text.trim().slice(0, 500));
  const input = { text: words, types: [...TYPES], perType: ASKED_PER_TYPE };
  const own = useFoundThings({ ...input, order: 'opened', owner: 'me' });
  const popular = useFoundThings({ ...input, order: 'popular', owner: 'others' });
  return (
    <div className={styles.lists}>
      <Things title="Saved" links={own.data?.data} failed={own.isError} />
      <Things title="Popular" links={popular.data?.data} failed={popular.isError} />
    </div>
  );
}

interface ThingsProps {
  title: 'Saved' | 'Popular';
  links: readonly LinkSummary[] | undefined;
  failed: boolean;
}

function Things({ title, links, failed }: ThingsProps): ReactNode {
  const types = useSavedTypes().filter(({ type }) => TYPES.some((each) => each === type));
  if (failed) return <Text tone="muted">{title} things could not be read.</Text>;
  if (!links) return <Skeleton height={120} />;
  return types.map(({ type, searchHeading, icon: Icon }) => {
    const found = links.filter((link) => link.type === type);
    if (found.length === 0) return null;
    return (
      <Panel key={type} title={`${title} ${searchHeading}`}>
        <ul className={styles.things}>
          {found.map((link) => (
            <li key={link.id}>
              <Icon size={16} aria-hidden />
              <ThingLink link={link} />
            </li>
          ))}
        </ul>
      </Panel>
    );
  });
}

function ThingLink({ link }: { link: LinkSummary }): ReactNode {
  const { org } = useHost();
  return (
    <Link to={addressOf(org.id, link, useSavedTypes())} {...linkAttributes()}>
      {link.name}
    </Link>
  );
}
