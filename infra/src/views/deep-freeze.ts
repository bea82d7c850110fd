export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/** A deeply frozen copy of plain data. Shares parts that are frozen already, such as those of a former document. */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((inner) => frozenCopy(inner))) as T;
  if (ArrayBuffer.isView(value) || value instanceof Date) return structuredClone(value);
  const fields = Object.entries(value).map(([name, inner]) => [name, frozenCopy(inner)]);
  return Object.freeze(Object.fromEntries(fields)) as T;
}
