import { Panel, Row, Stack, Text } from '@cairn/ui';
import { BADGE_CATEGORIES, CategoryBadge, type BadgeCategory } from '@cairn/ui/viewers';
import type { ReactNode } from 'react';

/** The words of each category (W§3, W§4). */
export const BADGE_WORDS: Readonly<Record<BadgeCategory, readonly string[]>> = {
  status: 'open,in-progress,in-review,done,completed,blocked,draft,merged,closed,In QA'.split(','),
  action:
    'created,initialized,started,updated,modified,changed,completed,finished,resolved,blocked,stopped,failed,reviewed,approved,commented,system,automated,scheduled'.split(
      ',',
    ),
  entity:
    'issue,pr,commit,branch,repository,project,sprint,board,flow,team,channel,message,discussion,comment,issuecomment,discussioncomment,prrcomment,calendarentry,worklog,timeinstatus,cicdpipeline,cicdworkflow,artifact,release,sourcefile,tag,person,userstatus,usercallstatus,monitor,cost,costforecast,slo,event,customer,service,incident'.split(
      ',',
    ),
  metadata: ['main', 'v2.4.0'],
  classification:
    'feature,enhancement,defect,fix,configuration,database,migration,dependency,refactor,documentation,support,feedback,testing,formatting,task,tech debt'.split(
      ',',
    ),
  urgency: ['high', 'important', 'nice to have'],
  issuetype: 'task,subtask,story,bug,epic,feature,incident'.split(','),
  priority: 'highest,high,medium,low,lowest'.split(','),
  date: ['2026-11-21T09:41:00Z'],
};

/** Every badge, by category. */
export function BadgesGallery(): ReactNode {
  return (
    <Panel title="Badges">
      <Stack gap={3}>
        {BADGE_CATEGORIES.map((category) => (
          <Row key={category} wrap>
            <Text tone="muted" style={{ width: 96 }}>
              {category}
            </Text>
            {BADGE_WORDS[category].map((value) => (
              <CategoryBadge key={value} category={category} value={value} />
            ))}
          </Row>
        ))}
      </Stack>
    </Panel>
  );
}
