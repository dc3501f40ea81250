import {
  BookOpen,
  Bug,
  CircleDot,
  FlaskConical,
  Layers,
  ListTree,
  ShieldAlert,
  Siren,
  Sparkles,
  SquareCheck,
  Wrench,
  type LucideIcon,
} from 'lucide-react';

/** The icons of the types that trackers have; the first that a type's name holds is its own. */
const ICONS: readonly (readonly [name: RegExp, icon: LucideIcon])[] = [
  [/incident|outage/i, Siren],
  [/epic/i, Layers],
  [/bug|defect/i, Bug],
  [/sub-?\s?task/i, ListTree],
  [/task/i, SquareCheck],
  [/story/i, BookOpen],
  [/feature|improvement|enhancement/i, Sparkles],
  [/vulnerab|security/i, ShieldAlert],
  [/spike|research/i, FlaskConical],
  [/chore|maintenance/i, Wrench],
];

/** The icon of an issue by its type, as its source calls it; that of an issue where the type has none. */
export const issueIcon = (type: string): LucideIcon =>
  ICONS.find(([name]) => name.test(type))?.[1] ?? CircleDot;
