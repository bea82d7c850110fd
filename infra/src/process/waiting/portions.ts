/** Splits items, in order, into groups of at most this many bytes; a larger item gets its own group. */
export function portionsOf<Item extends { readonly length: number }>(
  items: readonly Item[],
  maxBytes: number,
): readonly (readonly Item[])[] {
  const portions: Item[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (bytes + item.length > maxBytes) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)?.push(item);
    bytes += item.length;
  }
  return portions;
}
