/** Page id in the URL of its card, `/d/{id}`; shared by servers and browsers. */

/** Undefined unless the segment is an id, optionally with the `.html` of the first printed cards. */
export function plainCardId(segment: string): string | undefined {
  return /^([A-Za-z0-9_-]{1,64})(?:\.html)?$/i.exec(segment)?.[1];
}

/**
 * Id in the decoded text after `/d/`. Chat programs, mail clients and people append punctuation, blanks and parameters
 * to a URL, so everything from the first character that cannot belong to an id is cut off.
 */
export function cardIdOf(segment: string): string | undefined {
  // Programs also set invisible marks within long words, at which they may be broken.
  const id = /^[\s/]*([A-Za-z0-9_-]+)/.exec(segment.replace(/\p{Cf}/gu, ''))?.[1] ?? '';
  return plainCardId(id);
}

/** Id in a pasted card URL; undefined if the text has no id. */
export function cardIdIn(address: string): string | undefined {
  // A scanner or a keyboard may set blanks between the parts of an address.
  const behind = /(?:^|[\\/])\s?d\s?[\\/](.*)/is.exec(decodeURIComponent(withValidEncoding(address)))?.[1];
  return behind === undefined ? undefined : cardIdOf(behind);
}

/**
 * A further id of a page, for views that look pages up by id: it finds the page only while it is in that ownership. It
 * equals no id of a card, because those contain no slash.
 */
export function ownershipOf(pageUid: string, tenure: number): string {
  return `${pageUid}/${tenure}`;
}

/** Replaces malformed percent-encoding by U+FFFD, so that the rest can still be decoded. */
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
