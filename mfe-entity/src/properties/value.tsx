import { integrationLabel } from '@cairn/client';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { exploreAddress, Query } from '@cairn/query';
import { Badge, formatDate, formatDateTime, formatNumber, Text, TextLink } from '@cairn/ui';
import { type ReactNode, useState } from 'react';
import { vocabularyOf, WordBadge } from '@cairn/ui/viewers';
import { AppLink, EntityLink } from '../frame/entity-link.tsx';
import { CopyText } from '../text/copy-text.tsx';
import { MoreButton } from '../text/more-button.tsx';
import type { Property } from './group-properties.ts';
import { dataOf, JsonValue } from './json-value.tsx';
import { NumberValue } from './number-value.tsx';
import styles from './value.module.css';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The tags that a list shows at first (E§9). */
const LISTED = 2;

/** An address as people read it, without its scheme and with the letters that it encodes. */
function readable(address: string): string {
  const short = address.replace(/^https?:\/\//, '');
  try {
    // decodeURI leaves "%23", since an address with "#" there would lead elsewhere; this text leads nowhere.
    const decoded = decodeURI(short.replaceAll('%23', '#'));
    // Letters that nobody sees could make one address look like another.
    return /\p{C}/u.test(decoded) ? short : decoded;
  } catch {
    return short;
  }
}

interface EntityValue {
  readonly uuid: string;
  readonly name?: unknown;
}
const isLink = (value: object): value is EntityValue => 'uuid' in value && typeof value.uuid === 'string';

function LinkValue({ value: { uuid, name } }: { value: EntityValue }): ReactNode {
  return <EntityLink uuid={uuid}>{typeof name === 'string' ? name : uuid}</EntityLink>;
}

/** The address of the entities of this kind with this value in Explore (E§2). */
function exploreValue(orgId: string, { kind, name }: Property, value: string): string | null {
  if (!CATALOGUE.attribute(kind, name)) return null;
  const filters = [{ target: kind, attribute: name, comparison: { IN: [value] } }];
  return exploreAddress(orgId, { query: Query.parse({ select: [kind], filters }), title: value });
}

/** One tag of a list: a link to the entity that it names, else to its like in Explore. */
function Tag({ property, value }: { property: Property; value: unknown }): ReactNode {
  const { org } = useHost();
  if (typeof value === 'object' && value !== null && isLink(value)) return <LinkValue value={value} />;
  const text = String(value);
  const of = vocabularyOf(property.name, property.kind);
  const badge = of ? <WordBadge of={of} word={text} /> : <Badge className={styles.item ?? ''}>{text}</Badge>;
  const to = exploreValue(org.id, property, text);
  return to ? (
    <AppLink to={to} className={styles.tag} title={`Others with ${text} in Explore`}>
      {badge}
    </AppLink>
  ) : (
    badge
  );
}

const isEntity = (value: unknown) => typeof value === 'object' && value !== null && isLink(value);

function ListValue({ property, values }: { property: Property; values: readonly unknown[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const shown = open ? values : values.slice(0, LISTED);
  return (
    <span className={styles.values}>
      {shown.map((value, at) => (
        <span key={at} className={styles.one}>
          <Tag property={property} value={value} />
          {/* A tag has edges of its own; a name needs a comma to end it. */}
          {isEntity(value) && at < shown.length - 1 && ','}
        </span>
      ))}
      {values.length > LISTED && (
        <MoreButton open={open} onClick={() => setOpen(!open)}>
          {open ? 'show fewer' : `+${formatNumber(values.length - LISTED)} more`}
        </MoreButton>
      )}
    </span>
  );
}

function TextValue({ property, value }: { property: Property; value: string }): ReactNode {
  const { timezone } = useHost();
  const vocabulary = vocabularyOf(property.name, property.kind);
  if (vocabulary) return <WordBadge of={vocabulary} word={value} category={property.category} />;
  if (property.name === 'integration') return integrationLabel(value);
  if (DAY.test(value)) return <time dateTime={value}>{formatDate(Date.parse(value), 'UTC')}</time>;
  if (ISO.test(value)) return <time dateTime={value}>{formatDateTime(value, timezone)}</time>;
  if (/^https?:\/\//.test(value)) {
    return (
      <TextLink external href={value}>
        {readable(value)}
      </TextLink>
    );
  }
  const data = dataOf(value);
  if (data) return <JsonValue data={data} label={`Copy ${property.label.toLowerCase()}`} />;
  const isCode = /^[{[]/.test(value) || /^(?:sha|uuid|externalId)$|Uuid$|Id$/.test(property.name);
  if (isCode) return <CopyText text={value} label={`Copy ${property.label.toLowerCase()}`} />;
  return <span className={styles.text}>{value}</span>;
}

/** A missing value: the reason if known, else N/A. */
function Missing({ reason }: { reason: string | undefined }): ReactNode {
  if (!reason) return <Text tone="faint">N/A</Text>;
  return <Text tone="muted">{/[.!?]$/.test(reason) ? reason : `${reason}.`}</Text>;
}

/** A property's value by the display rules of E§3; a missing one gives its reason, or N/A. */
export function Value({ property }: { property: Property }): ReactNode {
  const { value } = property;
  if (value === null || value === undefined || value === '') return <Missing reason={property.missing} />;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return <NumberValue name={property.name} unit={property.unit} value={value} />;
  if (Array.isArray(value)) return <ListValue property={property} values={value} />;
  if (typeof value === 'string') return <TextValue property={property} value={value} />;
  if (typeof value === 'object' && isLink(value)) return <LinkValue value={value} />;
  return <JsonValue data={Object(value)} label={`Copy ${property.label.toLowerCase()}`} />;
}
