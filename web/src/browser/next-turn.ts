/** Lets what waits come first: what was pressed or typed, what is to be drawn. */
export function nextTurn(): Promise<void> {
  return new Promise((turn) => void setTimeout(turn));
}
