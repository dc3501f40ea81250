import type { PlantedThing } from './planted-tree.ts';

const page: PlantedThing = {
  files: {
    'mfe-workspace/src/outlook/page.tsx': `import type { ReactNode } from 'react';
export function Page(): ReactNode {
  return <h1>What lies ahead</h1>;
}
`,
  },
  lines: {
    'libs/host/src/pages.ts': {
      after: 'export const PAGES: readonly PageEntry[] = [',
      line: `  { path: 'outlook', part: 'workspace/App', title: 'Outlook', icon: House, keys: 'g o', section: 'main' },`,
    },
  },
};

const savedType: PlantedThing = {
  files: {
    'libs/contracts/src/saved-types/note.ts': `import { z } from 'zod';
import type { SavedTypeDefinition } from './saved-type.ts';
export const note: SavedTypeDefinition<{ text: string }> = {
  state: z.strictObject({ text: z.string() }),
  creator: 'user',
  denied: 'Notes need the role user.',
  label: 'Note',
  plural: 'Notes',
  searchHeading: 'Notes',
  page: 'library',
  howTo: 'write a note',
  create: { label: 'New note', tabTitle: 'New Note', path: 'outlook' },
  hasOwnPath: true,
  address: (orgId) => \`/\${orgId}/outlook\`,
};
`,
  },
  lines: {
    'libs/contracts/src/saved-types/saved-types.ts': {
      imports: `import { note } from './note.ts';\n`,
      after: 'export const SAVED_TYPES = {',
      line: `  'note-v1': note,`,
    },
  },
};

const card: PlantedThing = {
  files: {
    'mfe-workspace/src/boards/cards/countdown/countdown-card.tsx': `import { Hourglass } from 'lucide-react';
import { z } from 'zod';
import { CardShell } from '../card-shell.tsx';
import { defineCard } from '../card-type.tsx';
export const countdownCard = defineCard<{ kind: 'countdown'; days: number }>({
  state: z.strictObject({ kind: z.literal('countdown'), days: z.int().default(7) }),
  defaultSize: { w: 4, h: 3 },
  minSize: { w: 3, h: 2 },
  offer: {
    label: 'Add Countdown Card',
    hint: 'Days to go',
    icon: Hourglass,
    make: () => ({ kind: 'countdown', days: 7 }),
    opensEditor: false,
  },
  titleOf: ({ days }) => \`In \${days} days\`,
  Body: ({ card, unlocked, onEdit, onRemove }) => (
    <CardShell name="Countdown" title="Countdown" transparent={false} {...{ unlocked, onEdit, onRemove }}>
      <p>{card.days} days to go</p>
    </CardShell>
  ),
  Editor: () => null,
});
`,
  },
  lines: {
    'mfe-workspace/src/boards/cards/card-table.ts': {
      imports: `import { countdownCard } from './countdown/countdown-card.tsx';\n`,
      after: 'export const CARDS = cardTable([',
      line: 'countdownCard,',
    },
  },
};

const view: PlantedThing = {
  files: {
    'libs/views/src/tally/definition.ts': `import { List } from 'lucide-react';
import { z } from 'zod';
import { chartRequest } from '../order.ts';
import { defineView } from '../view.ts';
export const tally = defineView<Record<never, never>>({
  id: 'tally',
  label: 'Tally',
  icon: List,
  config: z.object({}),
  settings: [],
  fits: () => ({ ok: true, rank: 1 }),
  answers: () => 'groups',
  request: (query) => chartRequest(query, 12),
  load: async () => (await import('./tally-view.tsx')).TallyView,
});
`,
    'libs/views/src/tally/tally-view.tsx': `import type { ReactNode } from 'react';
import type { ViewProps } from '../view.ts';
export function TallyView({ answer, label }: ViewProps<Record<never, never>>): ReactNode {
  return <p aria-label={label}>{answer.numRows} groups are tallied</p>;
}
`,
  },
  lines: {
    'libs/views/src/views.ts': {
      imports: `import { tally } from './tally/definition.ts';\n`,
      after: 'export const VIEWS: ViewList = [',
      line: 'tally,',
    },
  },
};

const kindPage: PlantedThing = {
  files: {
    'mfe-entity/src/kinds/quiet-day/quiet-day-page.tsx': `import { Sunrise } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
export const QUIET_DAY_PAGE = defineKindPage({ kind: 'Flow', icon: Sunrise, Summary: () => <p>A quiet day.</p> });
`,
  },
  lines: {
    'mfe-entity/src/kinds/kinds.ts': {
      imports: `import { QUIET_DAY_PAGE } from './quiet-day/quiet-day-page.tsx';\n`,
      after: 'export const KIND_PAGES: readonly KindPage[] = [',
      // Every kind has a page, so this one stands before that of its kind.
      line: '  QUIET_DAY_PAGE,',
    },
  },
};

/** One thing through each door of the front-ends. */
export const PLANTED_THINGS: Readonly<Record<string, PlantedThing>> = {
  page,
  savedType,
  card,
  view,
  kindPage,
};
