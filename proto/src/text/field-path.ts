/** Different names of the same field in the GraphQL and REST APIs. */
const SAME: Readonly<Record<string, string>> = {
  blocksJson: 'blocks',
  profile: 'blocks',
  ownerUserId: 'ownerId',
  owner: 'ownerId',
};

/** Normalizes a path across calls: `input.blocksJson.bio` becomes `blocks.bio`. */
export function fieldPath(path: string): string {
  const [first = '', ...rest] = path.replace(/^input\./, '').split('.');
  return [SAME[first] ?? first, ...rest].join('.');
}
