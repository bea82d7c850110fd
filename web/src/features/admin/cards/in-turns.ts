/** Work that may take seconds is done by so many pieces at a time, and others get their turn in between. */
const AT_ONCE = 10;

export type OnProgress = (done: number) => void;

/** Does something with each item, in order, without holding up the screen. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
  onProgress: OnProgress,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    work(item, index);
    if ((index + 1) % AT_ONCE !== 0) continue;
    onProgress(index + 1);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
