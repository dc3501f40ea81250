import type { Configuration } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { IconButton, Menu } from '@cairn/ui';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { datedRelations } from '../graph/dated-relations.ts';
import { mayCompare } from '../graph/fields.ts';
import { CLAUSE_TYPES, countOf, isSingle, type ClauseRef, type ClauseType } from './clauses.ts';
import styles from './query-bar.module.css';

const ADD_WORDS: Record<ClauseType, string> = {
  select: 'Select what it is about',
  'measure-by': 'Measure',
  'group-by': 'Group by',
  'filter-condition': 'Filter',
  'search-term': 'Search',
  'column-formula': 'Formula',
  'column-having': 'Having',
  'date-range': 'Date range',
  'compare-with': 'Compare with',
  'as-of': 'As of',
};

export interface AddMenuProps {
  readonly query: Query;
  readonly configuration: Configuration;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  readonly tabIndex: number;
  /** True when the button has a text, as in an empty bar. */
  readonly hasText: boolean;
  readonly onAdd: (clause: ClauseRef) => void;
  /** Opens the snippets, favorites and teams. */
  readonly onOffers: () => void;
}

/** Adds a clause. Clauses that the query cannot take are disabled, with the reason. */
export function AddMenu(props: AddMenuProps): ReactNode {
  const { query, configuration, opened, onOpened, tabIndex, hasText, onAdd, onOffers } = props;
  const obstacles = obstaclesOf(query, configuration);
  const isTaken = (type: ClauseType) =>
    (isSingle(type) && countOf(query, type) > 0) || obstacles[type] !== undefined;
  // A menu focuses its first item. A disabled one takes no focus, and the arrow keys would then do nothing.
  const first = CLAUSE_TYPES.find((type) => !isTaken(type));
  return (
    <Menu opened={opened} onChange={onOpened}>
      <Menu.Target>
        {hasText ? (
          <button type="button" className={styles.start} data-stop tabIndex={tabIndex}>
            <Plus size={14} aria-hidden /> Ask something: select, group, filter…
          </button>
        ) : (
          <IconButton label="Add a clause" size="small" data-stop tabIndex={tabIndex}>
            <Plus size={16} aria-hidden />
          </IconButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {CLAUSE_TYPES.map((type) => (
          <Menu.Item
            key={type}
            data-autofocus={type === first || undefined}
            disabled={isTaken(type)}
            title={obstacles[type]}
            onClick={() => onAdd({ type, index: isSingle(type) ? 0 : countOf(query, type) })}
          >
            {ADD_WORDS[type]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onOffers}>Snippet, favorite or team…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const NOT_COMPARABLE = 'This needs a date range, a group or a measure, and measures that are numbers';
const NOTHING_DATED = 'This needs a relation that holds for a while, such as assignees, teams or sprints';

function obstaclesOf(query: Query, configuration: Configuration): Partial<Record<ClauseType, string>> {
  return {
    ...(mayCompare(query, configuration) ? {} : { 'compare-with': NOT_COMPARABLE }),
    ...(query.asOf || datedRelations(query, configuration).length > 0 ? {} : { 'as-of': NOTHING_DATED }),
    ...(query.groupBys.length > 0 ? {} : { 'column-having': 'This needs a group' }),
  };
}
