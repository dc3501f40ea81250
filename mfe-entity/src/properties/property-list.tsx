import { Button, Tooltip } from '@cairn/ui';
import { type ReactNode, useState } from 'react';
import type { Property } from './group-properties.ts';
import { Value } from './value.tsx';

/** As many as a detail page shows at first (E§3). */
const AT_FIRST = 9;

function Name({ property }: { property: Property }): ReactNode {
  if (!property.definition) return property.label;
  return (
    <Tooltip label={property.definition} maw={280}>
      <span className="en-defined" tabIndex={0}>
        {property.label}
      </span>
    </Tooltip>
  );
}

/** Properties by name and value, the most telling first; the rest on demand. */
export function PropertyList({
  properties,
  whole = false,
}: {
  properties: readonly Property[];
  /** Shows all of them at once. */
  whole?: boolean;
}): ReactNode {
  const [open, setOpen] = useState(whole);
  if (properties.length === 0) return <p className="cn-muted">None</p>;
  const shown = open ? properties : properties.slice(0, AT_FIRST);
  const hidden = properties.length - AT_FIRST;
  return (
    <>
      <dl className="en-properties">
        {shown.map((property) => (
          <div key={property.name}>
            <dt>
              <Name property={property} />
            </dt>
            <dd>
              <Value property={property} />
            </dd>
          </div>
        ))}
      </dl>
      {!whole && hidden > 0 && (
        <Button variant="subtle" size="small" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </>
  );
}
