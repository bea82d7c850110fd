/** Lets what waits come first: what was pressed or typed, what is to be drawn. Resolves with what it was given. */
export async function nextTurn<T>(value: T): Promise<T> {
  await new Promise((turn) => setTimeout(turn));
  return value;
}
