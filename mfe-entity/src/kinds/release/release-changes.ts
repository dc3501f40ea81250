/** A commit of a release as far as its changes are sorted. */
export interface ReleasedCommit {
  readonly name: string;
}

const TYPES = [
  { type: 'Merges', is: /^merge\b/i },
  { type: 'Features', is: /^(?:feat(?:ure)?(?:\(.*?\))?!?:|add\b|introduce\b|support\b)/i },
  { type: 'Fixes', is: /^(?:(?:bug)?fix(?:es)?(?:\(.*?\))?!?:|fix\b|repair\b|correct\b)/i },
  { type: 'Dependencies', is: /^(?:(?:chore|build)\(deps.*?\)!?:|bump\b)/i },
  { type: 'Documentation', is: /^(?:docs?(?:\(.*?\))?!?:|document\b)/i },
  { type: 'Tests', is: /^tests?(?:\(.*?\))?!?:/i },
] as const;
const OTHER = 'Other';

/** The type of a commit by its subject: its conventional prefix, else its first word. */
export function typeOfCommit(subject: string): string {
  return TYPES.find(({ is }) => is.test(subject.trim()))?.type ?? OTHER;
}

/** How many commits of each type there are, in the fixed order of types; types without a commit are left out. */
export function countByType(commits: readonly ReleasedCommit[]): { type: string; count: number }[] {
  return [...TYPES.map(({ type }) => type), OTHER].flatMap((type) => {
    const count = commits.filter(({ name }) => typeOfCommit(name) === type).length;
    return count > 0 ? [{ type, count }] : [];
  });
}

/** The part of a tag before its version, which tells one series of releases from another. */
export function seriesOf(tag: string): string {
  return tag.replace(/v?\d+(?:[._-]?\w+)*$/i, '');
}
