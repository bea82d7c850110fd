/**
 * JSON with a line for each entry down to this depth and for each list of names, for generated files in the repository:
 * short, and a diff still names the panel, call or event that changed.
 */
export function jsonLines(value: unknown, depth: number): string {
  return `${lines(value, depth, '')}\n`;
}

function lines(value: unknown, depth: number, indent: string): string {
  if (typeof value !== 'object' || value === null || depth === 0 || isPlainList(value)) return JSON.stringify(value);
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Object.entries(value).map(
    ([name, each]) =>
      `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}${lines(each, depth - 1, inner)}`,
  );
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}

function isPlainList(value: object): boolean {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object');
}
