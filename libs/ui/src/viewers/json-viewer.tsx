import { Button, LinkButton, Text } from '@cairn/ui';
import { Pager } from '@cairn/ui/fields';
import { Fragment, useState, type ReactNode } from 'react';
import styles from './json-viewer.module.css';

/** The limits of W§9. */
export const JSON_LIMITS = { inlineItems: 5, rowsPerPage: 10, maxDepth: 3, blockLength: 100 } as const;

const MOST_COLUMNS = 20;
const CUT_AT = 120;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isFields(value) && Object.keys(value).length === 0);

/** Nested data as people read it: fields by name, lists of records as tables, the rest as text (W§2.8). */
export function JsonViewer({ data }: { data: unknown }): ReactNode {
  if (isEmpty(data)) return <Text tone="muted">No data to display</Text>;
  return (
    <div className={styles.json}>
      <Value value={data} depth={1} />
    </div>
  );
}

function Value({ value, depth }: { value: unknown; depth: number }): ReactNode {
  if (Array.isArray(value)) return <Items items={value} depth={depth} />;
  if (isFields(value)) return <RecordFields fields={value} depth={depth} />;
  if (typeof value === 'string') return <Words text={value} />;
  return <code className={styles.plain}>{String(value)}</code>;
}

function Words({ text }: { text: string }): ReactNode {
  if (text === '') return <Text tone="faint">empty</Text>;
  if (text.length < JSON_LIMITS.blockLength) return <span className={styles.words}>{text}</span>;
  return (
    // Keyboards scroll it.
    <pre className={styles.block} tabIndex={0}>
      {text}
    </pre>
  );
}

/** What lies deeper than is drawn, as the text that it is, and as data once it is asked for. */
function Deep({ value }: { value: unknown }): ReactNode {
  const [open, setOpen] = useState(false);
  const text = JSON.stringify(value);
  if (open) return <Value value={value} depth={1} />;
  return (
    <>
      <code className={styles.plain}>{text.length > CUT_AT ? `${text.slice(0, CUT_AT)}…` : text}</code>{' '}
      <LinkButton onClick={() => setOpen(true)}>Open</LinkButton>
    </>
  );
}

function RecordFields({ fields, depth }: { fields: Fields; depth: number }): ReactNode {
  if (depth > JSON_LIMITS.maxDepth) return <Deep value={fields} />;
  return (
    <dl className={styles.fields}>
      {Object.entries(fields).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <Value value={value} depth={depth + 1} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Items({ items, depth }: { items: readonly unknown[]; depth: number }): ReactNode {
  const [open, setOpen] = useState(false);
  if (items.length === 0) return <Text tone="faint">none</Text>;
  if (depth > JSON_LIMITS.maxDepth) return <Deep value={items} />;
  if (items.every(isFields)) return <Table rows={items} depth={depth} />;
  const isLong = items.length > JSON_LIMITS.inlineItems;
  return (
    <div className={styles.items} data-inline={!isLong || undefined}>
      {isLong && (
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {items.length} items
        </LinkButton>
      )}
      {(!isLong || open) && (
        <ul>
          {items.map((item, at) => (
            <li key={at}>
              <Value value={item} depth={depth + 1} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Table({ rows, depth }: { rows: readonly Fields[]; depth: number }): ReactNode {
  const [page, setPage] = useState(1);
  const [whole, setWhole] = useState(false);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = whole ? names : names.slice(0, MOST_COLUMNS);
  const first = (page - 1) * JSON_LIMITS.rowsPerPage;
  return (
    <div className={styles.table}>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="Rows">
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, first + JSON_LIMITS.rowsPerPage).map((row, at) => (
              <tr key={first + at}>
                {columns.map((name) => (
                  <td key={name}>{name in row && <Value value={row[name]} depth={depth + 1} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {names.length > columns.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          Show all {names.length} columns
        </Button>
      )}
      <Pager
        label="Pages of rows"
        page={page}
        pageSize={JSON_LIMITS.rowsPerPage}
        total={rows.length}
        onPage={setPage}
      />
    </div>
  );
}
