const NEW_LINE = 0x0a;

/** Hands on each line as soon as its end has come. What follows the last end of a line is none. */
export async function readLines(chunks: AsyncIterable<Buffer>, onLine: (line: string) => void): Promise<void> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      const rest = chunk.subarray(from, end);
      onLine((begun.length === 0 ? rest : Buffer.concat([...begun, rest])).toString());
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
}
