/** Names of the streams of one kind. */
export function streamKind(prefix: string) {
  return {
    of: (id: string) => prefix + id,
    /** Id of the stream; undefined for streams of another kind. */
    idIn: (streamId: string) => (streamId.startsWith(prefix) ? streamId.slice(prefix.length) : undefined),
  };
}
