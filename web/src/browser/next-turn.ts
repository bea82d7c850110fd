/** Yields to pending tasks: input and rendering. */
export function nextTurn(): Promise<void> {
  return new Promise((turn) => void setTimeout(turn));
}
