import { useMemo, useState, type ReactNode } from 'react';
import { chartData } from '../chart-data.ts';
import { Chart } from '../chart.tsx';
import { Legend } from '../legend.tsx';
import type { ViewProps } from '../view.ts';
import type { BarConfig } from './definition.ts';
import { draw } from './drawing.ts';
import { Lines } from './lines.tsx';
import { LyingBars } from './lying-bars.tsx';
import { StandingBars } from './standing-bars.tsx';

const MAX_SERIES = 12;
const MAX_NAMES = 60;
const MAX_PERIODS = 1_000;

/** Bars, columns, lines or areas of one measure over one or two groups. */
export function BarView(props: ViewProps<BarConfig>): ReactNode {
  const { answer, config, timezone, now, colors } = props;
  const [pinned, setPinned] = useState<string | null>(config.focusedStack);
  const drawing = useMemo(() => {
    const groups = answer.columns.filter(({ role }) => role === 'group');
    const isSecondTime = groups.length > 1 && !groups[0]?.dateUnit && Boolean(groups[1]?.dateUnit);
    const invert = config.invertGroups !== isSecondTime;
    const isTimed = groups.some(({ dateUnit }) => dateUnit);
    const data = chartData(answer, {
      timezone,
      now,
      invert,
      maxCategories: isTimed ? MAX_PERIODS : groups.length > 1 ? MAX_NAMES : config.limit,
      maxSeries: MAX_SERIES,
    });
    return draw(data, config, pinned, timezone, colors);
  }, [answer, config, timezone, now, pinned, colors]);
  const isLying = config.displayType === 'bars' && !config.vertical && !drawing.data.timeUnit;
  const Picture = config.displayType === 'bars' ? (isLying ? LyingBars : StandingBars) : Lines;
  const isNamed = config.displayType !== 'bars' && drawing.data.series.length <= 6;
  const hasLegend = config.legend && drawing.data.seriesColumn !== undefined && !isNamed;
  return (
    <Chart
      label={props.label}
      marks={drawing.marks}
      stride={drawing.data.series.length}
      onSelect={props.onSelect}
      cuts={drawing.data.cuts}
      scroll={isLying}
      head={
        hasLegend && (
          <Legend series={drawing.data.series} colorOf={drawing.colorOf} pinned={pinned} onPin={setPinned} />
        )
      }
    >
      {(size, markOf) => <Picture drawing={drawing} size={size} markOf={markOf} />}
    </Chart>
  );
}
