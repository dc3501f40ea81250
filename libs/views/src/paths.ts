// Of d3's shapes a page needs lines and areas with three curves, and would get all twenty: its bundle cannot be shaken.
// These draw what those draw, which the test beside them holds against d3.

/** How a line runs from point to point; `smooth` never overshoots them. */
export type Curve = 'linear' | 'smooth' | 'step';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place of an area: its height, and the height that it stands on. */
interface Column {
  readonly x: number;
  readonly base: number;
  readonly top: number;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
const at = (x: number, y: number) => `${round(x)},${round(y)}`;
const toward = (x: number, y: number) => `L${at(x, y)}`;

/** What follows the first point; `back` runs the same way from the end, so that a step turns at the same places. */
type Draw = (points: readonly Point[], back: boolean) => string;

const CURVES: Readonly<Record<Curve, Draw>> = {
  linear: (points) => eachPair(points, (_, { x, y }) => toward(x, y)),
  step: (points, back) =>
    eachPair(points, (from, to) => toward(back ? from.x : to.x, back ? to.y : from.y) + toward(to.x, to.y)),
  smooth: (points) => {
    if (points.length < 3) return CURVES.linear(points, false);
    const slopes = slopesOf(points);
    return eachPair(points, (from, to, index) => {
      const third = (to.x - from.x) / 3;
      const leaving = at(from.x + third, from.y + third * (slopes[index] ?? 0));
      const arriving = at(to.x - third, to.y - third * (slopes[index + 1] ?? 0));
      return `C${leaving},${arriving},${at(to.x, to.y)}`;
    });
  },
};

function eachPair(points: readonly Point[], draw: (from: Point, to: Point, index: number) => string): string {
  return points
    .slice(1)
    .map((to, index) => draw(points[index] ?? to, to, index))
    .join('');
}

const slope = (from: Point, to: Point) => (to.y - from.y) / (to.x - from.x);
const sign = (value: number) => (value < 0 ? -1 : 1);

/** Steffen's slopes: between neighbours the curve is as monotone as its points are. */
function slopesOf(points: readonly Point[]): number[] {
  const inner = points.slice(1, -1).map((point, index) => {
    const [before, after] = [points[index] ?? point, points[index + 2] ?? point];
    const [left, right] = [point.x - before.x, after.x - point.x];
    const [into, outOf] = [slope(before, point), slope(point, after)];
    const mean = (into * right + outOf * left) / (left + right);
    return (sign(into) + sign(outOf)) * Math.min(Math.abs(into), Math.abs(outOf), 0.5 * Math.abs(mean)) || 0;
  });
  const end = (from: Point | undefined, to: Point | undefined, next = 0) =>
    from && to ? (3 * slope(from, to) - next) / 2 : 0;
  return [end(points[0], points[1], inner[0]), ...inner, end(points.at(-2), points.at(-1), inner.at(-1))];
}

/** The stretches of a list that nothing interrupts. */
function runsOf<T>(places: readonly (T | null)[]): T[][] {
  const runs: T[][] = [[]];
  for (const place of places) {
    if (place === null) runs.push([]);
    else runs.at(-1)?.push(place);
  }
  return runs.filter((run) => run.length > 0);
}

/** A line through points, interrupted where there is none; a point alone is a dot. */
export function linePath(points: readonly (Point | null)[], curve: Curve): string {
  return runsOf(points)
    .map(
      (run) => `M${at(run[0]?.x ?? 0, run[0]?.y ?? 0)}${run.length === 1 ? 'Z' : CURVES[curve](run, false)}`,
    )
    .join('');
}

/** The area between two lines, interrupted where there is none. */
export function areaPath(columns: readonly (Column | null)[], curve: Curve): string {
  const draw = (run: readonly Column[]) => {
    const tops = run.map(({ x, top }) => ({ x, y: top }));
    const bases = run.map(({ x, base }) => ({ x, y: base })).toReversed();
    const [first, turn] = [tops[0] ?? { x: 0, y: 0 }, bases[0] ?? { x: 0, y: 0 }];
    const under = toward(turn.x, turn.y) + CURVES[curve](bases, true);
    return `M${at(first.x, first.y)}${CURVES[curve](tops, false)}${under}Z`;
  };
  return runsOf(columns).map(draw).join('');
}
