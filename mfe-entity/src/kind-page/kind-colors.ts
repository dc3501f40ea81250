/** The colour of each kind, by the name that the catalogue gives it (W§3): a number of the palette. */
const COLORS: Readonly<Record<string, number>> = {
  repository: 8,
  branch: 3,
  commit: 1,
  sourcefile: 10,
  release: 2,
  cicdpipeline: 15,
  person: 7,
  team: 14,
  flow: 9,
  pr: 5,
  prrcomment: 19,
  discussioncomment: 21,
  issue: 4,
  issuecomment: 22,
  worklog: 11,
  sprint: 6,
  project: 12,
  timeinstatus: 20,
  channel: 13,
  message: 24,
  calendarentry: 16,
  event: 18,
  incident: 17,
};

/** The colour of a kind as a token; null for one without. */
export function kindColor(name: string | undefined): string | null {
  const number = COLORS[name ?? ''];
  return number === undefined ? null : `var(--cn-chart-${String(number)})`;
}
