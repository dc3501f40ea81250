import { editQuery, type GroupBy } from '@cairn/query';
import type { ReactNode } from 'react';
import { selectedKind } from '../graph/fields.ts';
import { GroupField } from '../options/group-field.tsx';
import { placed } from './clauses.ts';
import type { EditorProps } from './editor-props.ts';

/** Sets one of the groups of a query. */
export function GroupEditor({ query, configuration, index, onApply }: EditorProps): ReactNode {
  const apply = (group: GroupBy) =>
    onApply(editQuery(query, { type: 'setGroupBys', groupBys: placed(query.groupBys, index, group) }));
  return <GroupField configuration={configuration} kind={selectedKind(query)} onPick={apply} />;
}
