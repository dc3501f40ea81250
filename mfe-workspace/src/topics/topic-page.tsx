import type { BoardState, DeepLink, ReportLaunch } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { Button, EmptyState, Note, Panel } from '@cairn/ui';
import { Check, Pencil, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { launchOf } from '../records/launch.ts';
import { Narrowed } from '../records/narrowed.tsx';
import { RecordPage } from '../records/record-page.tsx';
import { AddSource } from './add-source.tsx';
import { TopicSources } from './topic-sources.tsx';
import { savedTopic } from './topic-type.ts';
import { useTopicSources } from './use-topic-sources.ts';

/** A topic with its queries drawn; `edit.v2` lets them be added and removed. */
export function TopicPage({ id, isEdited }: { id: string; isEdited: boolean }): ReactNode {
  const { org, navigate } = useHost();
  const path = addressAt(org.id, 'topics', id);
  return (
    <RecordPage
      type={savedTopic}
      id={id}
      actions={({ canEdit }) =>
        canEdit && (
          <Button
            variant={isEdited ? 'primary' : 'default'}
            icon={isEdited ? <Check aria-hidden /> : <Pencil aria-hidden />}
            onClick={() => navigate(isEdited ? path : `${path}/edit.v2`)}
          >
            {isEdited ? 'Done' : 'Edit'}
          </Button>
        )
      }
    >
      {(link, state) => <TopicBody link={link} state={state} isEdited={isEdited && link.canEdit} />}
    </RecordPage>
  );
}

interface TopicBodyProps {
  link: DeepLink;
  state: BoardState;
  isEdited: boolean;
}

/** What a topic shows: what it cannot do yet, and its queries drawn, narrowed where a report opened it. */
export function TopicBody(props: TopicBodyProps): ReactNode {
  const launch = launchOf(new URLSearchParams(useLocation().search).get('s'));
  return (
    <>
      {launch && <Narrowed launch={launch} />}
      <Note>
        The analysis of these queries in words will stand here. No language model is connected to this Cairn
        yet; the queries below answer already.
      </Note>
      <Sources {...props} launch={launch} />
    </>
  );
}

function Sources({
  link,
  state,
  isEdited,
  launch,
}: TopicBodyProps & { launch: ReportLaunch | null }): ReactNode {
  const [adding, setAdding] = useState(false);
  const sources = useTopicSources(link, state);
  const add = isEdited && (
    <Button icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      Add Data Source
    </Button>
  );
  return (
    <>
      {sources.all.length === 0 ? (
        <Panel>
          <EmptyState title="This topic has no queries yet" action={add || undefined}>
            {isEdited ? 'Add saved queries as its data sources.' : 'Whoever may edit it adds saved queries.'}
          </EmptyState>
        </Panel>
      ) : (
        <>
          {add && <div>{add}</div>}
          <TopicSources sources={sources} isEdited={isEdited} launch={launch} />
        </>
      )}
      {adding && <AddSource sources={sources} onClose={() => setAdding(false)} />}
    </>
  );
}
