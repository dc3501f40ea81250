import type { EntityDetail } from '@cairn/contracts';
import { Panel } from '@cairn/ui';
import { Tabs } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { ChangeSetTab } from './change-set/change-set-tab.tsx';
import { FilesAtAGlance } from './change-set/files-at-a-glance.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { Overview } from './overview/overview.tsx';
import { EntityLink } from './place/place.tsx';
import { groupProperties, type PropertyGroups } from './properties/group-properties.ts';
import { PropertyList } from './properties/property-list.tsx';
import { Stages } from './properties/stages.tsx';
import { RelatedLists } from './related/related-lists.tsx';
import { type TabId, tabsOf } from './tabs.ts';

const LABELS: Record<TabId, string> = {
  overview: 'Overview',
  work: 'Work',
  'change-set': 'Change set',
  history: 'History',
  properties: 'Properties',
  system: 'System info',
};

/** What the header says already, or another tab says better. */
const SAID = new Set(
  (
    'name,sha,message,body,committedAt,additions,deletions,changedFiles,path,email,filesAdded,filesModified,filesDeleted,' +
    'totalFilesAdded,totalFilesModified,totalFilesDeleted,releaseName,fullName,description,publishedAt'
  ).split(','),
);
/** The header says these in the words of the kind. */
const COMMON_DATES = new Set(['createdAt', 'updatedAt']);
const RELATED_AT_MOST = 3;
/** Relations that a row beside the charts has room for. */
const NAMED = ['Branch', 'Release', 'Tagged', 'Head', 'Parent', 'Child', 'Project', 'Team'];

function Side({ entity, groups }: { entity: EntityDetail; groups: PropertyGroups }): ReactNode {
  const properties = [...groups.properties, ...groups.dates].filter(
    ({ name, value }) =>
      !(name === 'emails' && Array.isArray(value) && value.length < 2) &&
      !SAID.has(name) &&
      !COMMON_DATES.has(name),
  );
  const relations = entity.relations.filter(
    ({ name, total }) => NAMED.includes(name) && total > 0 && total <= RELATED_AT_MOST,
  );
  return (
    <Panel title="Details">
      {relations.length > 0 && (
        <dl className="en-properties">
          {relations.map(({ name, label, items }) => (
            <div key={name}>
              <dt>{label.replace(/ \(.*\)$/, '')}</dt>
              <dd className="en-links">
                {items.map((item) => (
                  <EntityLink key={item.uuid} uuid={item.uuid}>
                    {item.name}
                  </EntityLink>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <PropertyList properties={properties} />
    </Panel>
  );
}

const GROUPS: readonly (readonly [keyof PropertyGroups, string])[] = [
  ['properties', 'Properties'],
  ['dates', 'Dates'],
  ['analysis', 'Additional analysis'],
];

function AllProperties({ groups }: { groups: PropertyGroups }): ReactNode {
  return (
    <div className="en-groups">
      {GROUPS.filter(([group]) => groups[group].length > 0).map(([group, title]) => (
        <Panel key={group} title={title}>
          <PropertyList whole properties={groups[group]} />
        </Panel>
      ))}
    </div>
  );
}

function TabBody({
  id,
  entity,
  onTab,
}: {
  id: TabId;
  entity: EntityDetail;
  onTab: (tab: TabId) => void;
}): ReactNode {
  const groups = groupProperties(entity);
  const isCommit = entity.labels[0] === 'Commit';
  const isMerge = entity.properties['isMerge'] === true;
  switch (id) {
    case 'overview':
      return (
        <Overview
          entity={entity}
          files={
            isCommit && (
              <FilesAtAGlance uuid={entity.uuid} isMerge={isMerge} onShowAll={() => onTab('change-set')} />
            )
          }
          stages={<Stages entity={entity} groups={groups} />}
          side={<Side entity={entity} groups={groups} />}
        />
      );
    case 'work':
      return <RelatedLists key={entity.uuid} entity={entity} />;
    case 'change-set':
      return <ChangeSetTab key={entity.uuid} uuid={entity.uuid} isMerge={isMerge} />;
    case 'history':
      return <HistoryTab uuid={entity.uuid} />;
    case 'properties':
      return <AllProperties groups={groups} />;
    case 'system':
      return (
        <Panel title="System info">
          <PropertyList whole properties={groups.system} />
        </Panel>
      );
  }
}

/** The tabs of an entity's kind. */
export function EntityTabs({
  entity,
  tab,
  onTab,
}: {
  entity: EntityDetail;
  tab: string | null;
  onTab: (tab: TabId) => void;
}): ReactNode {
  const tabs = tabsOf(entity.labels[0] ?? '');
  const active = tabs.find((each) => each === tab) ?? 'overview';
  return (
    <Tabs value={active} onChange={(value) => onTab((value ?? 'overview') as TabId)} className="en-tabs">
      <Tabs.List>
        {tabs.map((id) => (
          <Tabs.Tab key={id} value={id}>
            {LABELS[id]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((id) => (
        <Tabs.Panel key={id} value={id} className="en-panel">
          {id === active && <TabBody id={id} entity={entity} onTab={onTab} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
