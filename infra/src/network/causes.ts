/** Names under which libraries keep the reasons of an error; several servers, addresses or topics have one each. */
const REASONS = ['cause', 'reason', 'error', 'errors', 'servers'];

/** The error and all its causes. */
export function causesOf(error: unknown): readonly object[] {
  const found = new Set<object>();
  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null || found.has(value)) return;
    if (value instanceof Map || Array.isArray(value)) {
      for (const one of value.values()) visit(one);
      return;
    }
    found.add(value);
    for (const name of REASONS) visit(Reflect.get(value, name));
  }
  visit(error);
  return [...found];
}

/** A property of an error, such as `code`, if it is a text. */
export function textOf(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}
