import { Button, Text, Tooltip } from '@cairn/ui';
import { type ReactNode, useState } from 'react';
import type { Property } from './group-properties.ts';
import { DefinitionList } from './definition-list.tsx';
import styles from './property-list.module.css';
import { Value } from './value.tsx';

/** The number of properties shown at first (E§3). */
const AT_FIRST = 9;

function Name({ property }: { property: Property }): ReactNode {
  if (!property.definition) return property.label;
  return (
    <Tooltip label={property.definition} size="medium">
      <span className={styles.defined} tabIndex={0}>
        {property.label}
      </span>
    </Tooltip>
  );
}

/** Properties by name and value, in order; those after the ninth are shown on demand. */
export function PropertyList({
  properties,
  whole = false,
}: {
  properties: readonly Property[];
  /** Shows all of them at once. */
  whole?: boolean;
}): ReactNode {
  const [open, setOpen] = useState(whole);
  if (properties.length === 0)
    return (
      <Text as="p" tone="muted">
        None
      </Text>
    );
  const shown = open ? properties : properties.slice(0, AT_FIRST);
  const hidden = properties.length - AT_FIRST;
  return (
    <>
      <DefinitionList
        rows={shown.map((property) => ({
          key: property.name,
          name: <Name property={property} />,
          value: <Value property={property} />,
        }))}
      />
      {!whole && hidden > 0 && (
        <Button
          variant="subtle"
          size="small"
          className={styles.more ?? ''}
          onClick={() => setOpen(!open)}
          aria-expanded={open}
        >
          {open ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </>
  );
}
