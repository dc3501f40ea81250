import { useMemo, type ReactNode } from 'react';
import { chartData } from '../chart-data.ts';
import { Chart, type Size } from '../chart.tsx';
import { useFront } from '../front.ts';
import { Legend } from '../legend.tsx';
import type { ViewProps } from '../view.ts';
import type { BarConfig } from './definition.ts';
import { draw } from './drawing.ts';
import { namesFit } from './end-names.ts';
import { Lines } from './lines.tsx';
import { LyingBars } from './lying-bars.tsx';
import { StandingBars } from './standing-bars.tsx';

const MAX_SERIES = 12;
/** Lines cross and areas are told apart by colour and name alone, so fewer can be read. */
const MAX_LINES = 8;
const MAX_NAMES = 60;
const MAX_PERIODS = 1_000;

/** Bars, columns, lines or areas of one measure over one or two groups. */
export function BarView(props: ViewProps<BarConfig>): ReactNode {
  const { answer, config, timezone, firstDay, now, colors } = props;
  const front = useFront(props.query, config.focusedStack);
  const drawing = useMemo(() => {
    const groups = answer.columns.filter(({ role }) => role === 'group');
    const isSecondTime = groups.length > 1 && !groups[0]?.dateUnit && Boolean(groups[1]?.dateUnit);
    const invert = config.invertGroups !== isSecondTime;
    const isTimed = groups.some(({ dateUnit }) => dateUnit);
    const data = chartData(answer, {
      timezone,
      firstDay,
      now,
      invert,
      maxCategories: isTimed ? MAX_PERIODS : groups.length > 1 ? MAX_NAMES : config.limit,
      maxSeries: config.displayType === 'bars' ? MAX_SERIES : MAX_LINES,
    });
    return draw(data, config, front.inFront, timezone, colors);
  }, [answer, config, timezone, firstDay, now, front.inFront, colors]);
  const isLying = config.displayType === 'bars' && !config.vertical && !drawing.data.timeUnit;
  const Picture = config.displayType === 'bars' ? (isLying ? LyingBars : StandingBars) : Lines;
  const hasLegend = config.legend && drawing.data.seriesColumn !== undefined;
  const isNamed = (size: Size) => config.displayType !== 'bars' && namesFit(drawing.data, size);
  return (
    <Chart
      label={props.label}
      marks={drawing.marks}
      stride={drawing.data.series.length}
      onSelect={props.onSelect}
      cuts={drawing.data.cuts}
      scroll={isLying}
      head={(size) =>
        hasLegend &&
        !isNamed(size) && <Legend series={drawing.data.series} colorOf={drawing.colorOf} front={front} />
      }
    >
      {(size, markOf) => <Picture drawing={drawing} size={size} markOf={markOf} front={front} />}
    </Chart>
  );
}
