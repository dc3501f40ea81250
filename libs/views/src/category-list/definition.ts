import { List, Tags, type LucideIcon } from 'lucide-react';
import { z } from 'zod';
import { flag } from '../config-fields.ts';
import { chartRequest } from '../order.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { defineView, fitsOneGroup, type ViewDefinition } from '../view.ts';

const configOf = (hasShares: boolean) =>
  z.object({ values: flag(true), shares: flag(hasShares), ...THEME_FIELD });

/** What a list of the values of a group shows of each. */
export type CategoryListConfig = z.infer<ReturnType<typeof configOf>>;

interface CategoryListSpec {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether shares are shown where nobody chose. */
  readonly hasShares: boolean;
  readonly rank: number;
  readonly component: 'LegendView' | 'LabelsView';
}

const GROUPS = 1_000;

const categoryList = ({ component, hasShares, rank, ...names }: CategoryListSpec): ViewDefinition =>
  defineView<CategoryListConfig>({
    ...names,
    config: configOf(hasShares),
    settings: [
      { key: 'values', label: 'Values', kind: 'toggle' },
      {
        key: 'shares',
        label: 'Shares',
        kind: 'toggle',
        applies: (_, { isAdditive }) => isAdditive !== false,
      },
      themeSetting('series'),
    ],
    fits: (shape) => fitsOneGroup(shape, rank),
    answers: () => 'groups',
    request: (query) => chartRequest(query, GROUPS),
    load: async () => (await import('./category-list.tsx'))[component],
  });

/** The values of a group with their colours, to stand beside pictures of the same board. */
export const legendList = categoryList({
  id: 'legend',
  label: 'Legend',
  icon: List,
  hasShares: true,
  rank: 8,
  component: 'LegendView',
});

/** The values of a group as labels with their counts. */
export const labels = categoryList({
  id: 'labels',
  label: 'Labels',
  icon: Tags,
  hasShares: false,
  rank: 7,
  component: 'LabelsView',
});
