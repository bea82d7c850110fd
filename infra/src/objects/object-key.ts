const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;
const MAX_KEY_LENGTH = 200;
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/;

/** Whether the key is valid: safe as a path on a file system and in a URL. */
export function isKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/** @throws Error if the key or the content type, which becomes a header, is malformed */
export function assertStorable(key: string, contentType: string): void {
  if (!isKey(key)) throw new Error(`“${key}” is not a key of an object.`);
  if (!CONTENT_TYPE.test(contentType)) throw new Error(`“${contentType}” is not a content type.`);
}
