import type { ApiDescription, DescribedCall } from '../api-description.ts';
import type { Attack } from './attack.ts';
import { SHAPES, TEXTS, textOf, VALUES, VALUES_OF_LEAVES } from './hostile-values.ts';
import { type Slot, slotsOf } from './slots.ts';

/** Placeholder of the hostile value, which may be too deep for `JSON.stringify`. */
const MARK = '\u0001';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** Of the request line and all headers; Node reads at most 16 KB. */
const HEAD_BYTES = 12_000;

export interface RestTarget {
  readonly call: DescribedCall;
  /** The call's body limit. */
  readonly bodyLimit: number;
  readonly token?: string | undefined;
  /** Whether the caller is never permitted. */
  readonly closed: boolean;
  /** Whether to try every value in every place, including unlikely ones. */
  readonly all: boolean;
  readonly also: NonNullable<Attack['also']>;
}

/** Attacks through the body, the path and the query of one call. */
export function* attacksOf(description: ApiDescription, target: RestTarget): Generator<Attack> {
  yield* bodyAttacks(description, target);
  yield* rawBodyAttacks(target);
  yield* formAttacks(target);
  yield* addressAttacks(target);
}

/** The call with its path parameters filled in. */
function attackOn({ call, token }: RestTarget, name: string): Attack {
  const { method, path, operation } = call;
  const who = token === undefined ? 'a stranger' : 'a driver';
  return {
    name: `${operation.operationId} by ${who}, ${name}`,
    method,
    path: path.replace(/\{\w+\}/g, 'nobody'),
    token,
  };
}

function* bodyAttacks(description: ApiDescription, target: RestTarget): Generator<Attack> {
  const schema = target.call.operation.requestBody?.content[JSON_TYPE]?.schema;
  const { bodyLimit, also } = target;
  if (schema === undefined) return;
  const slots = slotsOf(description).of(schema);
  // Authorization is checked before the body, so one place is enough.
  for (const slot of target.closed && !target.all ? slots.slice(0, 1) : slots) {
    for (const { name, json } of slot.leaf && !target.all ? VALUES_OF_LEAVES : VALUES) {
      const body = bodyWith(slot, json, bodyLimit);
      yield { ...attackOn(target, `${name} in ${slot.where || 'the body'}`), body, also };
    }
  }
}

export function bodyWith(slot: Slot, json: (bytes: number) => string, limit: number): string {
  const frame = JSON.stringify(slot.put(MARK));
  const mark = JSON.stringify(MARK);
  return frame.replace(mark, () => json(limit - Buffer.byteLength(frame) + mark.length));
}

/** Malformed bodies, also for calls without a body. */
function* rawBodyAttacks(target: RestTarget): Generator<Attack> {
  if (target.call.method === 'GET') return;
  const { bodyLimit, also } = target;
  const bodies: Readonly<Record<string, string>> = {
    'an open brace': '{',
    'open brackets alone': '['.repeat(bodyLimit),
    'nothing but blanks': ' '.repeat(bodyLimit),
    null: 'null',
    ...Object.fromEntries(SHAPES.map(({ name, json }) => [`${name} for a body`, json(bodyLimit)])),
  };
  const types = [JSON_TYPE, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ';'];
  for (const [name, body] of Object.entries(bodies)) yield { ...attackOn(target, name), body, also };
  for (const type of types) {
    yield { ...attackOn(target, `as ${type}`), body: '{', headers: { 'content-type': type }, also };
  }
  const headers = { 'content-encoding': 'gzip' };
  yield { ...attackOn(target, 'said to be compressed'), body: '{}', headers, also };
}

/** Body types for which there are attacks. */
export const ATTACKED_TYPES: readonly string[] = [JSON_TYPE, FORM_TYPE];

/** Each text in each part of a multipart form that the sender controls. */
function* formAttacks(target: RestTarget): Generator<Attack> {
  const form = target.call.operation.requestBody?.content[FORM_TYPE]?.schema;
  if (form === undefined) return;
  const headers = { 'content-type': `${FORM_TYPE}; boundary=cut` };
  for (const field of Object.keys(form.properties ?? {})) {
    for (const text of TEXTS) {
      const hostile = headerText(text);
      const parts: Readonly<Record<string, string>> = {
        'the name of a field': `form-data; name="${hostile}"; filename="a.png"\r\n\r\nx`,
        'the name of a file': `form-data; name="${field}"; filename="${hostile}"\r\n\r\nx`,
        'the type of a file': `form-data; name="${field}"; filename="a.png"\r\nContent-Type: ${hostile}\r\n\r\nx`,
        'a header of a file': `form-data; name="${field}"; filename="a.png"\r\nX-Header: ${hostile}\r\n\r\nx`,
        'a file': `form-data; name="${field}"; filename="a.png"\r\n\r\n${hostile}`,
        'a field instead of a file': `form-data; name="${field}"\r\n\r\n${hostile}`,
      };
      for (const [where, part] of Object.entries(parts)) {
        const body = `--cut\r\nContent-Disposition: ${part}\r\n--cut--\r\n`;
        yield { ...attackOn(target, `${text.name} in ${where}`), headers, body, also: target.also };
      }
    }
  }
}

function* addressAttacks(target: RestTarget): Generator<Attack> {
  const { path, operation } = target.call;
  for (const { name, in: place } of operation.parameters) {
    for (const text of TEXTS) {
      const attack = attackOn(target, `${text.name} for ${name}`);
      if (place === 'header') {
        yield { ...attack, headers: { [name]: headerText(text) } };
      } else if (place === 'query') {
        yield { ...attack, path: `${attack.path}?${name}=${encodedText(text)}` };
      } else {
        const rest = path.replace(`{${name}}`, encodedText(text));
        yield { ...attack, path: rest.replace(/\{\w+\}/g, 'nobody') };
      }
    }
  }
}

/** Headers that every call reads, or a proxy or the server before it. */
const COMMON_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'via',
  'x-correlation-id',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/** Each header with each text: for all calls, or only for one call in turn. */
export function* headerAttacks(targets: readonly RestTarget[]): Generator<Attack> {
  let turn = 0;
  for (const header of COMMON_HEADERS) {
    for (const text of TEXTS) {
      turn += 1;
      for (const [at, target] of targets.entries()) {
        if (!target.all && at !== turn % targets.length) continue;
        const headers = { [header]: header === 'authorization' ? `Bearer ${headerText(text)}` : headerText(text) };
        yield { ...attackOn(target, `${text.name} in ${header}`), headers };
      }
    }
  }
}

/** Written as UTF-8 bytes, without characters that clients refuse in headers. */
function headerText(text: (typeof TEXTS)[number]): string {
  const bytes = textOf(text, HEAD_BYTES, (part) => Buffer.byteLength(part));
  return Buffer.from(bytes.replaceAll('\n', ' '), 'utf8').toString('latin1').trim();
}

function encodedText(text: (typeof TEXTS)[number]): string {
  return percent(textOf(text, HEAD_BYTES, (part) => percent(part).length));
}

/** Encodes every byte: `encodeURIComponent` would keep dots and refuse lone surrogates. */
function percent(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex').toUpperCase().replace(/../g, '%$&');
}
