import type { MailFile } from './parse-mail.ts';

/** Types of parts that mail programs add by themselves. */
const NO_FILE =
  /^(?:application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys|encrypted)|(?:vnd\.)?ms-tnef|applefile)|message\/|text\/(?:rfc822-headers|x-amp-html|x-moz-deleted))/;
/** Names of such parts whose type was lost. */
const NO_FILE_NAME = /^(?:winmail\.dat|(?:openpgp_)?signature\.asc|openpgp_0x[\da-f]{8,40}\.asc)$|^\._|\.p7s$/i;
/** A mail that a person forwards. */
const FORWARDED = /^message\/(?:rfc822|global)$/;
const CALENDAR = /^(?:text\/calendar|application\/ics)$/;
/** A calendar that is an invitation or its answer, and no file of dates (RFC 5546). */
const INVITATION = /^method:(?!\s{0,9}publish)/im;

/** Files that a person attached. An answer without a text also counts the other parts, because they are all it says. */
export function attachmentsIn(files: readonly MailFile[], body: string): number {
  return body === '' ? files.length : files.filter(isAttached).length;
}

function isAttached({ type, name, method, isInText, isAdded, content }: MailFile): boolean {
  if (FORWARDED.test(type)) return true;
  if (isInText || isAdded || NO_FILE.test(type) || NO_FILE_NAME.test(name)) return false;
  return !(CALENDAR.test(type) && (method !== undefined || INVITATION.test(content.toString('latin1'))));
}
