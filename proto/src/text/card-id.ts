/** The id of a page in the address of its card, `/d/{id}`: the one rule, for servers and browsers. */

/** Undefined for anything but an id, with or without the `.html` of the first printed cards. */
export function plainCardId(segment: string): string | undefined {
  return /^([A-Za-z0-9_-]{1,64})(?:\.html)?$/i.exec(segment)?.[1];
}

/**
 * The id in what follows `/d/`, decoded. Chat programs, mail and people put punctuation, blanks and parameters behind
 * an address: from the first character that cannot belong to an id everything is cut off.
 */
export function cardIdOf(segment: string): string | undefined {
  const id = /^[\s\p{Cf}/]*([A-Za-z0-9_-]+)/u.exec(segment)?.[1] ?? '';
  return plainCardId(id);
}

/** The id in the address of a card, wherever it was copied from; undefined if the text has none. */
export function cardIdIn(address: string): string | undefined {
  const behind = /(?:^|\/)d\/(.*)/is.exec(decodeURIComponent(withValidEncoding(address)))?.[1];
  return behind === undefined ? undefined : cardIdOf(behind);
}

/** Replaces percent-encoding that decodes to no text by U+FFFD, so that the rest can still be read. */
export function withValidEncoding(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+|%/gi, (encoded) => {
    try {
      decodeURIComponent(encoded);
      return encoded;
    } catch {
      return '%EF%BF%BD';
    }
  });
}
