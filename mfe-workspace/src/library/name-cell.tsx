import { Badge, IconButton, Row, Text } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import { Pencil, Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryColumnOptions } from './column-options.ts';
import { EditInPlace, type EditedField } from './edit-in-place.tsx';
import type { LibraryRow } from './items.ts';
import styles from './library.module.css';
import { tagsOf } from './tags.ts';

type NameCellProps = LibraryColumnOptions & { row: LibraryRow; active: boolean };

const MOST_TAGS = 6;

/** The name of a row beside its picture; where others have one, its place stays. */
export function NameCell(props: NameCellProps): ReactNode {
  const { row, active, pictures = {}, size = 'tall', selection } = props;
  const Icon = row.type.icon;
  const hasPictures = size === 'tall' && Object.keys(pictures).length > 0;
  return (
    <div className={styles['with-picture']} data-size={size}>
      {selection && (
        <Checkbox
          size="xs"
          aria-label={`Select ${row.name}`}
          className={styles['select'] ?? ''}
          checked={selection.has(row.link.id)}
          tabIndex={active ? 0 : -1}
          onChange={() => selection.toggle(row.link.id)}
        />
      )}
      {hasPictures && <Picture address={pictures[row.link.id]} icon={<Icon size={20} />} />}
      {size === 'compact' ? <NameOnLine {...props} /> : <NameAndWords {...props} />}
    </div>
  );
}

function Picture({ address, icon }: { address: string | undefined; icon: ReactNode }): ReactNode {
  if (address) return <img className={styles['picture']} src={address} alt="" width={112} height={63} />;
  return (
    <span className={styles['picture']} aria-hidden>
      {icon}
    </span>
  );
}

function NameOnLine(props: NameCellProps): ReactNode {
  const { row, editing } = props;
  const field = editing?.field(row) ?? null;
  return (
    <div className={styles['line']}>
      <span className={styles['name']} data-name>
        {row.name}
      </span>
      {field ? (
        <EditedText {...props} field={field} />
      ) : (
        <Text tone="faint" truncate>
          {[row.words, ...row.tags.map((tag) => `#${tag}`)].filter(Boolean).join(' · ')}
        </Text>
      )}
      <EditButton {...props} field="description" />
      <EditButton {...props} field="tags" />
    </div>
  );
}

function NameAndWords(props: NameCellProps): ReactNode {
  const { row, editing } = props;
  const field = editing?.field(row) ?? null;
  return (
    <div className={styles['item']}>
      <Text as="div" className={styles['title'] ?? ''} title={row.name} data-name>
        {row.name}
      </Text>
      {field === 'description' ? (
        <EditedText {...props} field="description" />
      ) : (
        <div className={styles['editable']}>
          <p className={styles['words']}>{row.words}</p>
          <EditButton {...props} field="description" />
          {row.tags.length === 0 && field === null && <EditButton {...props} field="tags" />}
        </div>
      )}
      {field === 'tags' && <EditedText {...props} field="tags" />}
      {field === null && row.tags.length > 0 && <RowTags {...props} />}
    </div>
  );
}

function RowTags(props: NameCellProps): ReactNode {
  const { tags } = props.row;
  return (
    <div className={styles['editable']}>
      <Row gap={1} className={styles['tags'] ?? ''}>
        {tags.slice(0, MOST_TAGS).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {tags.length > MOST_TAGS && <Text tone="faint">+{tags.length - MOST_TAGS} more</Text>}
      </Row>
      <EditButton {...props} field="tags" />
    </div>
  );
}

interface FieldProps extends NameCellProps {
  field: EditedField;
}

/** Begins to edit a text of a row; it shows where the pointer or the focus is. */
function EditButton({ row, active, field, editing }: FieldProps): ReactNode {
  if (!editing || !row.link.canEdit) return null;
  return (
    <IconButton
      size="small"
      label={`Edit ${field} of ${row.name}`}
      className={styles['edit-button'] ?? ''}
      tabIndex={active ? 0 : -1}
      onClick={() => editing.begin(row, field)}
    >
      {field === 'tags' ? <Tags size={13} aria-hidden /> : <Pencil size={13} aria-hidden />}
    </IconButton>
  );
}

function EditedText({ row, field, editing, size }: FieldProps): ReactNode {
  if (!editing) return null;
  const isTags = field === 'tags';
  return (
    <EditInPlace
      key={field}
      label={isTags ? `Tags of ${row.name}, separated by commas` : `Description of ${row.name}`}
      placeholder={isTags ? 'Tags, separated by commas' : 'Describe it in a sentence or two'}
      value={isTags ? row.tags.join(', ') : row.description}
      multiline={!isTags && size !== 'compact'}
      onSave={(text) => editing.save(row, isTags ? { tags: tagsOf(text) } : { description: text })}
      onEnd={(focus) => editing.end(row, focus)}
    />
  );
}
