interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Circles of modules, each from a module back to itself: of each knot of circles at least one. */
export function importCycles(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const circles: string[][] = [];
  const left = new Set<string>();
  const path: string[] = [];

  function visit(file: string): void {
    if (left.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      circles.push([...path.slice(start), file]);
      return;
    }
    path.push(file);
    for (const to of targets.get(file) ?? []) visit(to);
    path.pop();
    left.add(file);
  }

  for (const file of targets.keys()) visit(file);
  return circles;
}
