import { SAVED_TYPES, type DeepLink, type ReportState } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { addressOf, savedTypeOf } from '@cairn/saved';
import { Note } from '@cairn/ui';
import { Checkbox } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { RecordList } from '../records/record-list.tsx';
import { RecordPage } from '../records/record-page.tsx';
import { TopicList } from '../records/topic-list.tsx';
import { useRecordState } from '../records/use-record-state.ts';
import { useTopics } from '../records/use-topics.ts';
import { launchOf } from '../records/launch.ts';
import { Narrowed } from '../records/narrowed.tsx';
import { Filterable } from './filterable.tsx';

const savedReport = savedTypeOf('narrative-v1', SAVED_TYPES['narrative-v1']);

/** The reports, or one of them (W§2.1). */
export function Page(): ReactNode {
  const { reportId = 'list' } = useParams();
  if (reportId === 'list') {
    return (
      <RecordList type={savedReport} newState="{}" newName="New Report">
        A report collects topics in the order in which they are read. Topics have no text yet, because no
        language model is connected to this Cairn, so a report leads to its topics and their queries.
      </RecordList>
    );
  }
  return (
    <RecordPage key={reportId} type={savedReport} id={reportId}>
      {(link, saved) => <Report link={link} saved={saved} />}
    </RecordPage>
  );
}

const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];

function Report({ link, saved }: { link: DeepLink; saved: ReportState }): ReactNode {
  const { org } = useHost();
  const { state, change } = useRecordState(savedReport, link, saved);
  const topics = useTopics({ state, change });
  const launch = launchOf(new URLSearchParams(useLocation().search).get('s'));
  const mayEdit = link.canEdit && !launch;
  return (
    <>
      {launch && <Narrowed launch={launch} />}
      <Note>
        The text of this report will stand here, made of the analyses of its topics. Until a language model is
        connected, its topics open with their queries.
        {launch && ' They open narrowed like this report.'}
      </Note>
      <TopicList
        ids={launch ? launch.d : state.topics}
        changes={mayEdit ? topics : undefined}
        {...(launch
          ? {
              pathOf: (topic) =>
                `${addressOf(org.id, topic)}?s=${encodeURIComponent(JSON.stringify(launch))}`,
            }
          : {})}
        {...(mayEdit
          ? {
              mark: ({ id, name }) => (
                <Checkbox
                  aria-label={`Suggest ${name}`}
                  label="Suggested"
                  checked={state.suggested.includes(id)}
                  onChange={() => change({ suggested: toggled(state.suggested, id) })}
                />
              ),
            }
          : {})}
      />
      {mayEdit && <Filterable state={state} onChange={(filterable) => change({ filterable })} />}
    </>
  );
}
