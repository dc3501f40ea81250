import { useHost } from '@cairn/host';
import { Badge, formatDate, formatDateTime, formatDuration, formatNumber, Text, TextLink } from '@cairn/ui';
import type { ReactNode } from 'react';
import { EntityLink } from '../frame/entity-link.tsx';
import { CopyText } from '../text/copy-text.tsx';
import { secondsOf } from './duration.ts';
import type { Property } from './group-properties.ts';
import styles from './value.module.css';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LISTED = 12;

interface LinkValue {
  readonly uuid: string;
  readonly name?: unknown;
}
const isLink = (value: object): value is LinkValue => 'uuid' in value && typeof value.uuid === 'string';

function NumberValue({ property, value }: { property: Property; value: number }): ReactNode {
  const seconds = secondsOf(property.name, property.unit, value);
  if (seconds !== null) return <Text numeric>{formatDuration(seconds)}</Text>;
  if (property.unit === 'fraction') return <Text numeric>{formatNumber(value * 100)}%</Text>;
  if (property.unit === 'identifier') return <Text numeric>{String(value)}</Text>;
  const unit = property.unit === 'line' ? (value === 1 ? ' line' : ' lines') : '';
  return <Text numeric>{`${formatNumber(value)}${unit}`}</Text>;
}

function ListValue({ values }: { values: readonly unknown[] }): ReactNode {
  const rest = values.length - LISTED;
  return (
    <span className={styles.values}>
      {values.slice(0, LISTED).map((value, at) => (
        <Badge key={at} className={styles.item ?? ''}>
          {String(value)}
        </Badge>
      ))}
      {rest > 0 && <Text tone="muted">+{formatNumber(rest)} more</Text>}
    </span>
  );
}

function TextValue({ property, value }: { property: Property; value: string }): ReactNode {
  const { timezone } = useHost();
  if (DAY.test(value)) return <time dateTime={value}>{formatDate(Date.parse(value), 'UTC')}</time>;
  if (ISO.test(value)) return <time dateTime={value}>{formatDateTime(value, timezone)}</time>;
  if (/^https?:\/\//.test(value)) {
    return (
      <TextLink external href={value}>
        {value.replace(/^https?:\/\//, '')}
      </TextLink>
    );
  }
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
  if (typeof value === 'number') return <NumberValue property={property} value={value} />;
  if (Array.isArray(value)) return <ListValue values={value} />;
  if (typeof value === 'string') return <TextValue property={property} value={value} />;
  if (typeof value === 'object' && isLink(value)) {
    return (
      <EntityLink uuid={value.uuid}>{typeof value.name === 'string' ? value.name : value.uuid}</EntityLink>
    );
  }
  return <CopyText text={JSON.stringify(value)} label={`Copy ${property.label.toLowerCase()}`} />;
}
