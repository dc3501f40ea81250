import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIVITY_DAYS, NOTIFICATIONS_PER_PAGE, TRIAL_DAYS, TRIAL_WARNING_DAYS } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { NOTIFICATIONS_STALE_MS, USER_STATE_STALE_MS } from '../../client/src/queries.ts';
import { feedContract } from '../../contracts/src/feed.ts';
import { SUGGESTION_PAUSE_MS } from '../../saved/src/use-settled.ts';
import { THUMBNAIL_PAUSE_MS } from '../../saved/src/use-kept-thumbnail.ts';
import { THUMBNAIL_PREVIEW } from '../../saved/src/use-thumbnails.ts';
import { AVATAR_HUES, AVATAR_SIZES } from '../../ui/src/avatar.tsx';
import { VIRTUAL_FROM } from '../../ui/src/data-table.tsx';
import { DATE_PRESETS } from '../../ui/src/date-range-picker.tsx';
import { formatDate, formatRange, formatWhen } from '../../ui/src/format-dates.ts';
import { TOOLTIP_DELAY_MS, TOOLTIP_WIDTHS } from '../../ui/src/tooltip.tsx';
import { COPIED_MS } from '../../ui/src/viewers/copy-button.tsx';
import { JSON_LIMITS } from '../../ui/src/viewers/json-viewer.tsx';
import { MOST_TAGS } from '../../ui/src/viewers/tag-list.tsx';
import { PICTURE_SCALE } from '../../views/src/export/canvas.ts';
import { PAGE_OF_TEXT, PDF_PAPER, PDF_QUALITY } from '../../views/src/export/pdf.ts';
import { THUMBNAIL } from '../../views/src/export/thumbnail.ts';
import { HISTORY_AGAIN_MS, HISTORY_START_MS } from '../../../mfe-explore/src/address/history-rule.ts';
import { MOST_OFFERS } from '../../../mfe-explore/src/query-bar/snippets/use-offers.ts';
import { SUBSCRIPTION_LOOKS } from '../../../mfe-settings/src/subscriptions/subscription-looks.ts';
import { ASKED_PER_TYPE } from '../../../mfe-workspace/src/ask/ask-lists.tsx';
import { CARD_PICKER } from '../../../mfe-workspace/src/boards/card-picker.tsx';
import { newBoard } from '../../../mfe-workspace/src/boards/edits.ts';
import { BOARD_NAME_ROWS } from '../../../mfe-workspace/src/boards/settings-dialog.tsx';
import { CHAT_ROWS } from '../../../mfe-workspace/src/chat/chat-input.tsx';
import { PREVIEW_ROWS } from '../../../mfe-workspace/src/chat/source-preview.tsx';
import { pauseOf } from '../../../mfe-workspace/src/chat/use-reveal.ts';
import { LIBRARY_ADDRESS_MS, LIBRARY_APPLY_MS } from '../../../mfe-workspace/src/library/address.ts';
import { DEBOUNCE_MS } from '../../../shell/src/activity/record-activity.ts';
import { PALETTE_WIDTH } from '../../../shell/src/palette/palette.tsx';
import { ENTITIES_PER_KIND } from '../../../shell/src/palette/use-found-entities.ts';
import { SAVED_PER_TYPE } from '../../../shell/src/palette/use-found-saved.ts';
import { COLLAPSE_PX } from '../../../shell/src/sidebar/collapse.ts';
import { RELATED_TAGS } from '../../../svc-workspace/src/deep-links/link-list.ts';
import { NAME_CACHE_MS } from '../../../svc-workspace/src/graph/ask-names.ts';
import { DEFAULT_NOTIF_TIMEOUT } from '../../../svc-workspace/src/preferences/routes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NOW = '2026-11-21T12:00:00Z';
const BOARD = newBoard();
const { columnCount, rowHeight, spacing, colorTheme } = BOARD.state.extras;
const feed = feedContract.readFeed.input.parse({});
const toneOf = (status: keyof typeof SUBSCRIPTION_LOOKS) => SUBSCRIPTION_LOOKS[status].tone;

/** Lengths that only a style sheet has, in pixels. */
const lengths = (file: string, property: string) =>
  Array.from(
    readFileSync(join(ROOT, file), 'utf8').matchAll(new RegExp(`\\s${property}: (\\d+)px;`, 'g')),
    ([, pixels]) => Number(pixels),
  );

/** The business constants (W§9): what is bounded, as the product has it, and the value. */
const CONSTANTS: readonly (readonly [what: string, is: unknown, value: unknown])[] = [
  [
    'sidebar, expanded and collapsed',
    lengths('shell/src/sidebar/sidebar.module.css', 'width').slice(0, 2),
    [228, 52],
  ],
  ['window in which the sidebar collapses', COLLAPSE_PX, 1_100],
  ['trial, in days', [TRIAL_DAYS, TRIAL_WARNING_DAYS], [14, 3]],
  ['columns, row height and spacing of a board', [columnCount, rowHeight, spacing], [12, 48, 16]],
  [
    'theme, scope and name of a new board',
    [colorTheme, BOARD.scope, BOARD.name],
    ['standard', 'private', 'New Board'],
  ],
  ['rows of a board’s name', BOARD_NAME_ROWS, { minRows: 2, maxRows: 4 }],
  ['preview of a thumbnail', THUMBNAIL_PREVIEW, { width: 160, height: 90 }],
  ['notifications of a page', NOTIFICATIONS_PER_PAGE, 10],
  ['age of stale notifications', NOTIFICATIONS_STALE_MS, 20_000],
  ['time of toasts in seconds, where the server sets none', DEFAULT_NOTIF_TIMEOUT, 6],
  ['names of entities that are kept', NAME_CACHE_MS, 300_000],
  ['JSON', JSON_LIMITS, { inlineItems: 5, rowsPerPage: 10, maxDepth: 3, blockLength: 100 }],
  [
    'tones of subscriptions',
    (['active', 'trialing', 'canceled', 'expired', 'pending'] as const).map(toneOf),
    ['good', 'warn', 'bad', 'bad', 'accent'],
  ],
  ['pause before suggestions', SUGGESTION_PAUSE_MS, 300],
  ['pause before the library filters', LIBRARY_APPLY_MS, 500],
  ['pause before the address of the library follows', LIBRARY_ADDRESS_MS, 300],
  ['pause before activity is recorded', DEBOUNCE_MS, 1_000],
  ['related tags', RELATED_TAGS, 18],
  ['width of Search or Ask', PALETTE_WIDTH, 600],
  ['card picker', CARD_PICKER, { title: 'Add Card', width: 900, height: '80vh' }],
  ['confirmation of a copy', COPIED_MS, 3_000],
  ['delay of tooltips', TOOLTIP_DELAY_MS, 500],
  ['sizes of tooltips', TOOLTIP_WIDTHS, { small: [180, 240], medium: [280, 340], large: [400, 600] }],
  ['a time within 24 hours', formatWhen('2026-11-20T12:00:01Z', 'UTC', NOW), 'a day ago'],
  ['a time before them', formatWhen('2026-11-20T11:59:00Z', 'UTC', NOW), 'Nov 20, 2026'],
  ['format of dates', formatDate('2026-11-01T00:00:00Z', 'UTC'), 'Nov 1, 2026'],
  ['format of ranges', formatRange('2026-11-01', '2026-11-21'), 'November 1, 2026 – November 21, 2026'],
  ['page of a text as PDF', PAGE_OF_TEXT, { orientation: 'portrait', margin: 0.5, isFlowing: true }],
  ['paper and quality of a PDF', [PDF_PAPER, PDF_QUALITY], ['letter', 0.98]],
  ['scale of a PDF', PICTURE_SCALE, 2],
  ['sizes of avatars', AVATAR_SIZES, [24, 32, 40]],
  ['colours of avatars', AVATAR_HUES, 10],
  ['days of recent activity', ACTIVITY_DAYS, 30],
  ['age of a stale state of a user', USER_STATE_STALE_MS, 300_000],
  ['saved things of a section of the ask menu', SAVED_PER_TYPE, 3],
  ['saved things of a section of the ask page', ASKED_PER_TYPE, 3],
  ['entities of a kind in the ask menu', ENTITIES_PER_KIND, 3],
  ['snippets and favourites of the query menu', MOST_OFFERS, 10],
  ['thumbnail', THUMBNAIL, { width: 320, height: 180, quality: 0.25 }],
  ['pause before a thumbnail', THUMBNAIL_PAUSE_MS, 500],
  ['suggested durations', DATE_PRESETS.slice(0, 4), ['P1D', 'P3D', 'P7D', 'P30D']],
  ['rows from which a list is virtual', VIRTUAL_FROM, 50],
  [
    'history of Explore after its start, and after a change',
    [HISTORY_START_MS, HISTORY_AGAIN_MS],
    [1_000, 300],
  ],
  [
    'height of the list of spaces',
    lengths('mfe-workspace/src/spaces/space-picker.module.css', 'max-height'),
    [400],
  ],
  ['tags at once', MOST_TAGS, 10],
  ['duration of the feed', feed.duration, 'T1W'],
  ['rows of a chat message', CHAT_ROWS, 4],
  ['rows of the preview of a data source', PREVIEW_ROWS, 5],
  ['pauses between the words of an answer', [pauseOf(1_000_000), pauseOf(1)], [5, 100]],
];

describe('business constants', () => {
  it.each(CONSTANTS)('%s', (_, is, value) => expect(is).toEqual(value));
});
