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
    await otherTasks();
  }
}

/** Not by a timer: in a tab that nobody looks at, each would wait for a second, and later for a minute. */
function otherTasks(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
