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
import type { KindLook } from './kind-page.ts';

const COLOR = 'issue';

/** The icons of the types that trackers have; the first that a type's name holds is its own. */
const ICONS: readonly (readonly [name: RegExp, icon: LucideIcon])[] = [
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

/** How an issue of a type looks: an icon of its own, and a name where it is called otherwise than an issue. */
export function issueLook(type: string): KindLook {
  if (/incident|outage/i.test(type)) return { label: 'Incident', icon: Siren, color: 'incident' };
  const icon = ICONS.find(([name]) => name.test(type))?.[1] ?? CircleDot;
  return { label: /^epic$/i.test(type) ? 'Epic' : 'Issue', icon, color: COLOR };
}
