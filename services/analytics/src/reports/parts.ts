/** A part of a MergeTree table by its name: `<partition>_<first block>_<last block>_<level>[_<mutation>]`. */
export interface Part {
  readonly name: string;
  readonly partition: string;
  /** Numbers of the inserts whose rows it holds. */
  readonly first: number;
  readonly last: number;
  /** Of the last mutation that it went through; 0: none. */
  readonly mutation: number;
}

const NAME = /^(\d+)_(\d+)_(\d+)_\d+(?:_(\d+))?$/;

/** @throws Error when it is no name of a part */
export function partOf(name: string): Part {
  const [, partition, first, last, mutation = '0'] = NAME.exec(name) ?? [];
  if (partition === undefined) throw new Error(`“${name}” is no name of a part`);
  return { name, partition, first: Number(first), last: Number(last), mutation: Number(mutation) };
}

/** Whether a part holds nothing but rows of known ones: it is one of them, or merged from them. */
export function isCovered(part: Part, known: readonly Part[]): boolean {
  let next = part.first;
  for (const { first, last } of overlapping(part, known).sort((one, other) => one.first - other.first)) {
    if (first > next) return false;
    next = Math.max(next, last + 1);
  }
  return next > part.last;
}

/** Whether rows of known parts are no longer what they were: gone, or changed by a mutation since. @param seen all that there are */
export function haveChanged(known: readonly Part[], seen: readonly Part[]): boolean {
  return known.some((part) => {
    const now = overlapping(part, seen);
    // A mutation concerns the inserts before it.
    return now.length === 0 || now.some(({ mutation }) => mutation !== part.mutation && part.first < mutation);
  });
}

function overlapping({ partition, first, last }: Part, others: readonly Part[]): Part[] {
  return others.filter((other) => other.partition === partition && other.last >= first && other.first <= last);
}
