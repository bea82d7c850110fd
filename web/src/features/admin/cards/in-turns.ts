/** Items per batch: long work yields to other tasks between batches. */
const AT_ONCE = 10;

export type OnProgress = (done: number) => void;

/** Processes the items in order without blocking the screen. */
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
