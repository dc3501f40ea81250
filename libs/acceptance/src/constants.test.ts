import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** The business constants: what is bounded, the file that says so, where in it, and the values. */
const CONSTANTS: readonly (readonly [
  what: string,
  file: string,
  where: RegExp,
  values: readonly string[],
])[] = [
  [
    'sidebar, expanded and collapsed',
    'shell/src/sidebar/sidebar.module.css',
    /width: (\d+)px;[^]*?width: (\d+)px;/,
    ['228', '52'],
  ],
  ['window in which the sidebar collapses', 'shell/src/sidebar/collapse.ts', /max-width: (\d+)px/, ['1100']],
  [
    'trial, in days',
    'libs/contracts/src/subscription.ts',
    /TRIAL_DAYS = (\d+);[^]*TRIAL_WARNING_DAYS = (\d+);/,
    ['14', '3'],
  ],
  ['columns of a board', 'libs/contracts/src/board-state.ts', /columnCount: [^\n]*default\((\d+)\)/, ['12']],
  ['row height of a board', 'libs/contracts/src/board-state.ts', /rowHeight: [^\n]*default\((\d+)\)/, ['48']],
  ['spacing of a board', 'libs/contracts/src/board-state.ts', /spacing: [^\n]*default\((\d+)\)/, ['16']],
  ['name of a new board', 'mfe-workspace/src/boards/edits.ts', /name: '([^']+)'/, ['New Board']],
  [
    'rows of a board’s name',
    'mfe-workspace/src/boards/settings-dialog.tsx',
    /minRows=\{(\d)\}\s+maxRows=\{(\d)\}/,
    ['2', '4'],
  ],
  [
    'notifications of a page',
    'libs/contracts/src/notifications.ts',
    /NOTIFICATIONS_PER_PAGE = (\d+)/,
    ['10'],
  ],
  [
    'age of stale notifications',
    'libs/client/src/queries.ts',
    /NOTIFICATIONS_STALE_MS = ([\d_]+)/,
    ['20_000'],
  ],
  [
    'JSON: items inline, rows of a page, depth, letters of a block',
    'libs/ui/src/viewers/json-viewer.tsx',
    /inlineItems: (\d+), rowsPerPage: (\d+), maxDepth: (\d+), blockLength: (\d+)/,
    ['5', '10', '3', '100'],
  ],
  ['pause before suggestions', 'libs/saved/src/use-settled.ts', /PAUSE_MS = (\d+)/, ['300']],
  [
    'pauses before the library filters, and before its address follows',
    'mfe-workspace/src/library/address.ts',
    /APPLY_MS = (\d+);\s+const ADDRESS_MS = (\d+)/,
    ['500', '300'],
  ],
  [
    'pause before activity is recorded',
    'shell/src/activity/record-activity.ts',
    /DEBOUNCE_MS = ([\d_]+)/,
    ['1_000'],
  ],
  ['related tags', 'svc-workspace/src/deep-links/link-list.ts', /MOST_TAGS = (\d+)/, ['18']],
  ['width of Search or Ask', 'shell/src/palette/palette.tsx', /WIDTH = (\d+)/, ['600']],
  [
    'card picker',
    'mfe-workspace/src/boards/card-picker.tsx',
    /title="([^"]+)" width=\{(\d+)\} height="(\d+)vh"/,
    ['Add Card', '900', '80'],
  ],
  ['confirmation of a copy', 'libs/ui/src/viewers/copy-button.tsx', /COPIED_MS = ([\d_]+)/, ['3_000']],
  ['delay of tooltips', 'libs/ui/src/tooltip.tsx', /TOOLTIP_DELAY_MS = (\d+)/, ['500']],
  [
    'sizes of tooltips',
    'libs/ui/src/tooltip.tsx',
    /small: \[(\d+), (\d+)\], medium: \[(\d+), (\d+)\], large: \[(\d+), (\d+)\]/,
    ['180', '240', '280', '340', '400', '600'],
  ],
  ['hours of a relative time', 'libs/ui/src/format-dates.ts', /return hours < (\d+) \?/, ['24']],
  ['format of dates', 'libs/ui/src/format-dates.ts', /STANDARD = '([^']+)'/, ['MMM D, YYYY']],
  ['format of ranges', 'libs/ui/src/format-dates.ts', /pattern === STANDARD \? '([^']+)'/, ['MMMM D, YYYY']],
  [
    'page of a text as PDF',
    'libs/views/src/export/pdf.ts',
    /PAGE_OF_TEXT: PdfPage = \{ orientation: '(\w+)', margin: ([\d.]+)/,
    ['portrait', '0.5'],
  ],
  ['paper of a PDF', 'libs/views/src/export/pdf.ts', /format: '(\w+)'/, ['letter']],
  ['quality of a PDF', 'libs/views/src/export/pdf.ts', /QUALITY = ([\d.]+)/, ['0.98']],
  ['scale of a PDF', 'libs/views/src/export/canvas.ts', /SCALE = (\d)/, ['2']],
  ['sizes of avatars', 'libs/ui/src/avatar.tsx', /size\?: (\d+) \| (\d+) \| (\d+)/, ['24', '32', '40']],
  ['colours of avatars', 'libs/ui/src/avatar.tsx', /return sum % (\d+)/, ['10']],
  ['days of recent activity', 'libs/contracts/src/user-state.ts', /ACTIVITY_DAYS = (\d+)/, ['30']],
  ['things of a section of the ask menu', 'shell/src/palette/use-found-saved.ts', /PER_GROUP = (\d+)/, ['3']],
  [
    'entities of a kind in the ask menu',
    'shell/src/palette/use-found-entities.ts',
    /PER_KIND = (\d+)/,
    ['3'],
  ],
  [
    'snippets and favourites of the query menu',
    'mfe-explore/src/query-bar/snippets/use-offers.ts',
    /MOST = (\d+)/,
    ['10'],
  ],
  [
    'thumbnail',
    'libs/views/src/export/thumbnail.ts',
    /WIDTH = (\d+);\s+const HEIGHT = (\d+);\s+const QUALITY = ([\d.]+)/,
    ['320', '180', '0.25'],
  ],
  ['pause before a thumbnail', 'libs/saved/src/use-kept-thumbnail.ts', /PAUSE_MS = (\d+)/, ['500']],
  [
    'suggested durations',
    'libs/ui/src/date-range-picker.tsx',
    /'(P1D)',\s+'(P3D)',\s+'(P7D)',\s+'(P30D)'/,
    ['P1D', 'P3D', 'P7D', 'P30D'],
  ],
  [
    'history of Explore, from the start and from the last change',
    'mfe-explore/src/address/history-rule.ts',
    /START_MS = ([\d_]+);\s+const AGAIN_MS = (\d+)/,
    ['1_000', '300'],
  ],
  [
    'height of the list of spaces',
    'mfe-workspace/src/spaces/space-picker.module.css',
    /max-height: (\d+)px/,
    ['400'],
  ],
  ['tags at once', 'libs/ui/src/viewers/tag-list.tsx', /MOST_TAGS = (\d+)/, ['10']],
  ['duration of the feed', 'libs/contracts/src/feed.ts', /duration: Duration\.default\('(\w+)'\)/, ['T1W']],
];

describe('business constants', () => {
  it.each(CONSTANTS)('%s', (_, file, where, values) => {
    const found = where.exec(readFileSync(join(ROOT, file), 'utf8'));
    expect(found?.slice(1), `${file} has ${String(where)}`).toEqual(values);
  });
});
