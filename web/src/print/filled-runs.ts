import type { Command } from './drawing.ts';

/** Straight parts of a curve: letters are a few dozen pixels high. */
const PARTS = 8;

type Point = readonly [x: number, y: number];
type Edge = readonly [from: Point, to: Point];

/** Rows of pixels inside an outline (non-zero winding), as runs: left, top, length. */
export function filledRuns(path: readonly Command[], scale: number): readonly (readonly [number, number, number])[] {
  const edges = edgesOf(path, scale);
  const heights = edges.flatMap(([[, y], [, to]]) => [y, to]);
  const [top, bottom] = [Math.floor(Math.min(...heights)), Math.max(...heights)];
  const runs: [number, number, number][] = [];
  for (let y = top; y < bottom; y += 1) {
    let winding = 0;
    let from = 0;
    for (const [x, direction] of crossings(edges, y + 0.5)) {
      if (winding === 0) from = Math.round(x);
      winding += direction;
      if (winding === 0 && Math.round(x) > from) runs.push([from, y, Math.round(x) - from]);
    }
  }
  return runs;
}

/** Where a line of pixels crosses the edges, from left to right, and whether these go down or up. */
function crossings(edges: readonly Edge[], y: number): readonly (readonly [x: number, direction: number])[] {
  return edges
    .flatMap(([[x1, y1], [x2, y2]]) =>
      y1 <= y === y2 <= y ? [] : [[x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), y1 < y2 ? 1 : -1] as const],
    )
    .sort(([one], [other]) => one - other);
}

function edgesOf(path: readonly Command[], scale: number): readonly Edge[] {
  const edges: Edge[] = [];
  let start: Point = [0, 0];
  let at = start;
  for (const command of path) {
    const points = pointsOf(command, scale);
    if (command[0] === 'M') start = points[0] ?? start;
    const steps = command[0] === 'C' ? curve([at, ...points]) : points;
    for (const to of command[0] === 'Z' ? [start] : steps) {
      if (command[0] !== 'M') edges.push([at, to]);
      at = to;
    }
  }
  return edges;
}

function pointsOf([, ...numbers]: Command, scale: number): readonly Point[] {
  const scaled = numbers.map((number) => number * scale);
  return scaled.flatMap((x, index) => (index % 2 === 0 ? [[x, scaled[index + 1] ?? 0] as const] : []));
}

function curve(points: readonly Point[]): readonly Point[] {
  return Array.from({ length: PARTS }, (_, part) => {
    const t = (part + 1) / PARTS;
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    const sum = (axis: 0 | 1) => points.reduce((total, point, index) => total + point[axis] * (weights[index] ?? 0), 0);
    return [sum(0), sum(1)] as const;
  });
}
