/** Copies the parameters with changes applied; undefined removes a parameter. */
export function withParameters<Name extends string>(
  params: URLSearchParams,
  changes: Readonly<Partial<Record<Name, string | undefined>>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries<string | undefined>(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
