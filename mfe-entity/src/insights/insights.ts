import type { EntityDetail } from '@cairn/contracts';
import { type Attribute, CATALOGUE } from '@cairn/entities';
import type { Tone } from '@cairn/ui';
import type { WordList } from '@cairn/ui/viewers';
import { kindOf } from '../entity/read-entity.ts';

/** How an insight is drawn: a score as a bar, a word of a scale, tags, or a text. */
export type InsightScale =
  | { readonly kind: 'score'; readonly most: number; readonly better: 'higher' | 'lower' }
  | { readonly kind: 'word'; readonly of: WordList; readonly steps: readonly string[] }
  | { readonly kind: 'tags' }
  | { readonly kind: 'text' };

const higher: InsightScale = { kind: 'score', most: 10, better: 'higher' };
const lower: InsightScale = { kind: 'score', most: 10, better: 'lower' };
const URGENCY = ['nice to have', 'important', 'high', 'critical'];
const IMPACT = ['low', 'minimal', 'moderate', 'elevated', 'high'];
const TAGS: InsightScale = { kind: 'tags' };
const TEXT: InsightScale = { kind: 'text' };

/** The scales of E§4 by the name of the attribute after its prefix. */
const SCALES: Readonly<Record<string, InsightScale>> = {
  Urgency: { kind: 'word', of: 'urgency', steps: URGENCY },
  Importance: { kind: 'word', of: 'urgency', steps: URGENCY },
  Impact: { kind: 'word', of: 'impact', steps: IMPACT },
  Classification: { kind: 'word', of: 'classification', steps: [] },
  Classifications: TAGS,
  ClarityScore: higher,
  FrictionScore: lower,
  RiskScore: lower,
  ConfidenceScore: { kind: 'score', most: 100, better: 'higher' },
  Complexity: lower,
  Maintainability: higher,
  Quality: higher,
  QualityScore: higher,
  Atomicity: higher,
  MessageClarityScore: higher,
  TechStackLayers: TAGS,
  Keywords: TAGS,
  Topics: TAGS,
  MissingDetails: TAGS,
  UnansweredQuestions: TAGS,
};

/** Insights whose name says something else than people call them. */
const LABELS: Readonly<Record<string, string>> = { FrictionScore: 'Complexity' };

/** One card of the Analysis panel. */
export interface Insight {
  readonly name: string;
  readonly label: string;
  readonly scale: InsightScale;
  /** Null when the entity has no value; `explanation` is then null too. */
  readonly value: unknown;
  readonly explanation: string | null;
  /** How the value comes about. */
  readonly method: string;
}

const METHOD = 'An analysis of the text, on the scale shown here.';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isInsight = ({ name }: Attribute) => name.startsWith('cairn') && !/(?:Time|Explanation)$/.test(name);
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What text analysis tells of an entity: every card of its kind, with a value or without. */
export function insightsOf(entity: EntityDetail): Insight[] {
  const attributes = CATALOGUE.kind(kindOf(entity))?.attributes.filter(isInsight) ?? [];
  return attributes.map(({ name, label, definition }) => {
    const short = name.replace(/^cairn/, '');
    const value = entity.properties[name];
    const explanation = entity.properties[`${name}Explanation`];
    return {
      name,
      label: LABELS[short] ?? capital(label.replace(/^Derived /, '')),
      scale: SCALES[short] ?? TEXT,
      value: isEmpty(value) ? null : value,
      explanation: typeof explanation === 'string' && explanation !== '' ? explanation : null,
      method: definition ?? METHOD,
    };
  });
}

/** A score as a share of its scale, from 0 to 100. */
export function percentOf(score: number, most: number): number {
  return Math.min(100, Math.max(0, (100 * score) / most));
}

const BAND = 10;

/** The colour of a score's bar, in bands of ten: green up to 40, amber to 70, then red; the other way round where more is better. */
export function barTone(percent: number, better: 'higher' | 'lower'): Tone {
  const bad = better === 'lower' ? percent : 100 - percent;
  const band = Math.floor(bad / BAND) * BAND;
  if (band <= 40) return 'good';
  return band <= 70 ? 'warn' : 'bad';
}

const BANDS = [
  [90, 'emerald'],
  [70, 'blue'],
  [50, 'orange'],
  [30, 'darkOrange'],
] as const;

/** The colour of a score's figure: its band from emerald to red. */
export function scoreBand(percent: number): 'emerald' | 'blue' | 'orange' | 'darkOrange' | 'red' {
  return BANDS.find(([from]) => percent >= from)?.[1] ?? 'red';
}
