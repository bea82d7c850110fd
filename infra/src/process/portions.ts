/** Items in their order, together as long as they have no more bytes than this; one that has more goes by itself. */
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
