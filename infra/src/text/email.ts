import { emailParts, isEmail, LONGEST_EMAIL, readEmail, withoutBlanks } from '@volant/proto/contact/email';
import { bareWord, decoded, plainText, without } from '@volant/proto/contact/plain-text';
import { cleanLine } from '@volant/proto/text/clean-text';
import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { errorCatalogue } from '../errors/error-catalogue.ts';
import texts from '../errors/errors.json' with { type: 'json' };
import { normalised, text } from './outside-text.ts';

/** Allows for surrounding blanks and decomposed accents. */
const MAX_WRITTEN = 4 * LONGEST_EMAIL;

/** Codes of every process that accepts e-mail addresses. */
export const EMAIL_ERRORS = errorCatalogue(
  {
    EMAIL_INVALID: { status: 400, field: 'email' },
  },
  texts,
);

/** The name of a field in a form or a contact file. */
const FIELD = /^(?:e-?mail|mail|courriel)(?:;[\w=;]{0,40})?[=:] ?/i;
/** What stands around an address that is a link, or has a comment. */
const AROUND = /<\/?a\b[^<>]{0,100}>|mailto:|\([^()@]{1,60}\)/gi;
/** A link that gives the recipient as a parameter: `mailto:?to=…`. */
const PARAMETERS = /^mailto:\?/i;
/** What links, forms and mails write before an address: `mailto:`, `Adresse e-mail :`. */
const LABEL = /^[\p{L}' -]{1,30}: ?/u;

/**
 * The address as typed, without invisible characters and what programs copy with it: a name, brackets, a label, or the
 * same address once more.
 */
function addressIn(given: string): string {
  const address = recipientIn(plainText(normalised(cleanLine(decoded(given)), 'NFC', MAX_WRITTEN)));
  if (isEmail(address) && !FIELD.test(address)) return address;
  const plain = address.replace(FIELD, '');
  const alone = addressAlone(plain);
  if (alone !== undefined) return alone;
  if (plain.indexOf('@') === plain.lastIndexOf('@')) return bareAddress(plain.slice(plain.lastIndexOf('<') + 1));
  const words = plain.split(/[\s<>]+/).filter((word) => word.includes('@'));
  const [first = '', ...others] = words.map(bareAddress);
  return others.every((other) => other.toLowerCase() === first.toLowerCase()) ? first : address;
}

function recipientIn(text: string): string {
  if (!PARAMETERS.test(text)) return text;
  const parameters = text.replace(PARAMETERS, '').split('&');
  return parameters.find((one) => /^to=/i.test(one))?.slice(3) ?? '';
}

function bareAddress(word: string): string {
  const joined = withoutBlanks(withoutLabel(word).trim());
  // Only links have parameters.
  const parameters = /mailto:/i.test(word) ? joined.indexOf('?') : -1;
  return without(bareWord(parameters < 0 ? joined : joined.slice(0, parameters)).trim(), '/', '/');
}

/** Links to other places stay as they are, and are no addresses. */
function withoutLabel(word: string): string {
  const rest = word.replace(LABEL, '');
  return rest.startsWith('/') && !/^mailto:/i.test(word) ? word : rest.replace(/^\/+/, '');
}

/** The address in a text that has no other words than a link or a comment, such as `anna@b.fr (Anna)`. */
function addressAlone(plain: string): string | undefined {
  const address = readEmail(plain)?.address;
  if (address === undefined) return undefined;
  const rest = plain.replaceAll(address, ' ').replace(AROUND, ' ');
  return /[\p{L}\p{N}@?]/u.test(rest) ? undefined : address;
}

/** @throws DomainError EMAIL_INVALID */
export function parseEmail(given: string): string {
  if (given.length > MAX_WRITTEN) throw new DomainError('EMAIL_INVALID');
  const address = addressIn(given);
  if (!isEmail(address)) throw new DomainError('EMAIL_INVALID');
  return address;
}

/** An address in a schema. */
export const emailAddress = text(MAX_WRITTEN).transform((written, context) => {
  const address = addressIn(written);
  if (isEmail(address)) return address;
  context.addIssue({ code: 'custom', message: 'must be an e-mail address' });
  return z.NEVER;
});

/** Whether the text can be an address; a longer one has no key. */
export function mayBeEmail(given: string): boolean {
  return given.length <= MAX_WRITTEN && cleanLine(given).length <= LONGEST_EMAIL;
}

/** Domains of Gmail, which ignores dots. */
const DOTLESS = ['gmail.com', 'googlemail.com'];

/**
 * Equal for addresses of one mailbox, for limits of mails: most providers ignore what follows a `+`. Not to tell
 * accounts apart, because some do not.
 */
export function mailboxKey(given: string): string {
  const { local, domain } = emailParts(addressIn(given));
  const plus = local.indexOf('+', 1);
  const name = (plus === -1 ? local : local.slice(0, plus)).toLowerCase();
  return DOTLESS.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Equal for addresses that differ only in letter case or in the encoding of an international domain. */
export function emailKey(given: string): string {
  const { local, domain } = emailParts(addressIn(given));
  return `${local.toLowerCase()}@${domain}`;
}
