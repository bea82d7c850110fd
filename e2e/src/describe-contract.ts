import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Answer } from './api.ts';
import { builtDescription, callsOf, type Operation, SCOPES, scopesOf } from './api-description.ts';
import { type BoundedInput, boundedInputs } from './bounds.ts';
import { documentedErrors } from './documented-errors.ts';
import { type RestCall, USUAL_CALLER } from './operations/operation.ts';
import { sendRest } from './operations/send.ts';
import { OPERATIONS } from './operations/table.ts';
import type { Peopled } from './world.ts';

interface Described extends Operation {
  readonly method: string;
  readonly path: string;
  /** JSON pointer to its schemas in the document. */
  readonly pointer: string;
}

type Language = 'fr' | 'en';
const LANGUAGES: readonly Language[] = ['en', 'fr'];
/** One language for what all operations share, so that half of the operations are called in each. */
const languageOf = (operation: Described) => LANGUAGES.filter((_, at) => at === operations.indexOf(operation) % 2);

export const document = await builtDescription();
const texts = await documentedErrors();
export const operations: readonly Described[] = callsOf(document).map(({ method, path, operation }) => ({
  ...operation,
  ...{ method, path },
  pointer: `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`,
}));

/** Documented codes that no test can trigger, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  PASSKEYS_UNAVAILABLE: 'needs a product at an IP address; tested in identity',
  SECOND_FACTOR_NEEDED: 'this operator demands no second factor; tested in identity',
  STAFF_PASSWORD_OFF: 'the team of this product has passwords; tested in identity',
  CONFLICT: 'needs four other writers between a read and its write; tested in the services',
  LAST_SUPERADMIN:
    'superadmins cannot change their own role, so only two who demote each other at the same time get this refusal',
  EMAIL_UNDO_EXPIRED: 'needs seven days; tested in identity',
  EMAIL_CHANGE_EXPIRED: 'needs a day; tested in identity',
  REQUEST_TIMEOUT: 'needs a body that stands still for ten seconds; tested in the gateway',
  REPLIES_OFF: 'this product sends mails; tested in support',
  THREAD_FULL: 'needs a hundred entries; tested in support',
  TOO_MANY_ANNOUNCEMENTS: 'would keep the other rows from announcing; tested in support',
  TOO_MANY_CANNED_REPLIES: 'needs a hundred of them; tested in support',
  SENDER_BLOCKED: 'would refuse a caller of other tests; tested in support',
  OPERATION_NOT_LISTED: 'this start lists no operations; tested in the gateway',
};

/** Texts that clients cannot invent: one of valid length is refused like an invalid one. */
const SECRETS = new Set(['token', 'cursor', 'challenge', 'setup', 'code', 'credential']);

/** Codes of limits, which the same call reaches again and again. */
const LIMIT = /^TOO_MANY_|_LIMIT_REACHED$/;

const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, 'api');

/** Which of the cases below a file tries. */
type Part = 'one of each kind' | 'others';

/** Compiled once for each schema: thousands of answers are compared. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: string): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile({ $ref: schema });
  validators.set(schema, validator);
  return validator;
}

/** The codes that the description of a status lists. */
function codesOf({ responses }: Operation, status: string): readonly string[] {
  return [...(responses[status]?.description ?? '').matchAll(/(?:^|\n\n)`([A-Z_]+)`: /g)].map(([, code = '']) => code);
}

export function clientCodes(operation: Operation): readonly string[] {
  return Object.keys(operation.responses)
    .filter((status) => status.startsWith('4'))
    .flatMap((status) => codesOf(operation, status));
}

export function sendDescribed(
  there: Peopled,
  operation: Described,
  made: RestCall,
  language: Language,
): Promise<Answer> {
  const usual = USUAL_CALLER[OPERATIONS[operation.operationId]?.who ?? 'anyone'];
  const token = made.token ?? there.tokenOf(made.as ?? usual);
  return sendRest(there.origin, operation, made, { language, ...(token ? { token } : {}) });
}

/** Differences between an answer and the document. */
export function problemsOf(operation: Described, { status, headers, body }: Answer): readonly string[] {
  const documented = operation.responses[String(status)];
  if (documented === undefined) return [`${status} is not documented: ${JSON.stringify(body).slice(0, 300)}`];
  const problems = Object.keys(documented.headers ?? {}).filter((name) => !headers.has(name));
  if (documented.content === undefined) return problems;
  const type = headers.get('content-type')?.split(';')[0] ?? 'none';
  const [media] = Object.keys(documented.content).filter(
    (each) => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))),
  );
  if (media === undefined) return [...problems, `${type} is not documented for ${status}`];
  const escaped = media.replaceAll('/', '~1');
  const validate = validatorOf(`api#${operation.pointer}/responses/${status}/content/${escaped}/schema`);
  if (validate(body)) return problems;
  return [...problems, ajv.errorsText(validate.errors), JSON.stringify(body).slice(0, 600)];
}

/** Codes of refusals that one mechanism gives for all operations. */
const GENERIC =
  /^(UNAUTHENTICATED|FORBIDDEN|VALIDATION_FAILED|MALFORMED_BODY|PAYLOAD_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE|TOKEN_NOT_ALLOWED|\w+_MISSING)$/;
const generic = (operation: Described, code: string) =>
  GENERIC.test(code) && OPERATIONS[operation.operationId]?.rest?.refusals?.[code] === undefined;

/** The first operation of each method that documents a generic refusal tries it for all; authorization is a matrix of its own. */
const triesGeneric = (operation: Described, code: string) =>
  operations.find((one) => one.method === operation.method && clientCodes(one).includes(code) && generic(one, code)) ===
  operation;

/** A call with a generic refusal: it follows from the operation's inputs and its permitted callers. */
async function wrong(
  there: Peopled,
  operation: Described,
  code: string,
  right: RestCall,
): Promise<RestCall | undefined> {
  const path = right.path ?? operation.path;
  const headers = { 'content-type': 'application/json' };
  switch (code) {
    case 'UNAUTHENTICATED':
      return { ...right, as: 'anonymous', token: '' };
    case 'FORBIDDEN':
      return { ...right, as: 'other' };
    case 'VALIDATION_FAILED':
      if (operation.method === 'GET') return { ...right, path: `${path}${path.includes('?') ? '&' : '?'}nonsense=1` };
      return { ...right, body: { ...(right.body as object | undefined), nonsense: 1 } };
    case 'MALFORMED_BODY':
      return { ...right, body: '{"' };
    case 'PAYLOAD_TOO_LARGE':
      return { ...right, body: JSON.stringify('x'.repeat(1_100_000)), headers };
    case 'UNSUPPORTED_MEDIA_TYPE':
      return { ...right, body: '<x/>', headers: { 'content-type': 'application/xml' } };
    default:
      if (!GENERIC.test(code)) return undefined;
      return { ...right, token: await there.apiToken(...SCOPES.filter((one) => !scopesOf(operation).includes(one))) };
  }
}

/** The refusals of an operation that tests can trigger; those that one mechanism gives for all, for one operation only. */
const refusalsOf = (operation: Described) =>
  clientCodes(operation).filter(
    (code) =>
      !(code in LEFT_OUT) && (generic(operation, code) ? triesGeneric(operation, code) : isPossible(operation, code)),
  );

/** Whether the products of the tests can refuse it so. */
function isPossible({ operationId }: Described, code: string): boolean {
  const { off, rest } = OPERATIONS[operationId] ?? {};
  return off === undefined || rest?.refusals?.[code] !== undefined;
}

const boundsOf = (operation: Described) => boundedInputs(operation).filter(({ name }) => !SECRETS.has(name));

/** One case of each kind: every generic refusal, the first operation with each other code and with each kind of bound. */
function isFirst(operation: Described, one: string | BoundedInput): boolean {
  if (typeof one === 'string') {
    return generic(operation, one) || operations.find((each) => refusalsOf(each).includes(one)) === operation;
  }
  const alike = ({ place, bound }: BoundedInput) => place === one.place && bound === one.bound;
  return (
    operations.find((each) => boundsOf(each).some(alike)) === operation &&
    boundsOf(operation).find(alike)?.name === one.name
  );
}

/** Compares the product with its description, operation by operation. */
export function describeContract(there: () => Peopled, part: Part): void {
  const isUsual = part === 'one of each kind';
  const cases = operations.map((operation) => ({
    operation,
    name: operation.operationId,
    answers: isUsual && OPERATIONS[operation.operationId]?.off === undefined,
    bounded: boundsOf(operation).filter((input) => isFirst(operation, input) === isUsual),
    codes: refusalsOf(operation).filter((code) => isFirst(operation, code) === isUsual),
  }));
  const tried = cases.filter(({ answers, bounded, codes }) => answers || bounded.length + codes.length > 0);

  describe.each(tried)('$name', ({ operation, answers, bounded, codes }) => {
    const row = OPERATIONS[operation.operationId]?.rest;
    const status = Object.keys(operation.responses).find((each) => /^[23]/.test(each));
    const send = (made: RestCall, language: Language) => sendDescribed(there(), operation, made, language);

    let unused: RestCall | undefined;
    /** A right call, made once: what a refusal needs of it stays as it was. */
    const right = async () => {
      if (row === undefined) throw new Error('not in the table');
      unused ??= await row.call(there());
      return unused;
    };

    test.each(bounded)('accepts $name just within its $bound, and refuses it just beyond', async (input) => {
      const { name, place, at, beyond } = input;
      const sent = (value: unknown, made: RestCall) => {
        const url = new URL(made.path ?? operation.path, there().origin);
        url.searchParams.set(name, String(value));
        const changed =
          place === 'body'
            ? { body: { ...(made.body as object | undefined), [name]: value } }
            : { path: url.pathname + url.search };
        return send({ ...made, ...changed }, 'en');
      };
      const refused = await sent(beyond, await right());
      expect([name, beyond, refused.status]).toEqual([name, beyond, 400]);
      const made = await right();
      unused = undefined;
      const { status, body } = await sent(at, made);
      expect(status < 400 ? 'accepted' : body.code, `${name}: ${JSON.stringify(at)}`).not.toBe(refused.body.code);
    });

    if (answers)
      test('answers as documented', async () => {
        for (const language of languageOf(operation)) {
          const made = await right();
          unused = undefined;
          const answer = await send(made, language);
          expect([answer.status, problemsOf(operation, answer)]).toEqual([Number(status), []]);
        }
      });

    test.each(codes)('refuses with %s as documented', async (code) => {
      const maker = row?.refusals?.[code];
      const made = maker === undefined ? await wrong(there(), operation, code, await right()) : await maker(there());
      if (made === undefined) throw new Error(`the table has no call that is refused with ${code}`);
      if (LIMIT.test(code)) await sendUntilRefused(send, made, code);
      for (const language of maker === undefined ? languageOf(operation) : LANGUAGES) {
        const answer = await send(made, language);
        const html = typeof answer.body === 'string';
        expect([
          html ? code : codeOf(answer),
          codesOf(operation, String(answer.status)),
          problemsOf(operation, answer),
        ]).toEqual([code, expect.arrayContaining([code]), []]);
        if (html) continue;
        const text = answer.body.errors?.[0]?.message ?? answer.body.error;
        expect(text).toMatch(patternOf(texts.get(code)?.[language] ?? 'not in errors.md'));
        if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    });
  });
}

function codeOf({ body }: Answer): unknown {
  return (body?.errors?.[0]?.extensions ?? body)?.code;
}

/** Reaches a limit by the same call again, so that its figure stands in the product alone. */
async function sendUntilRefused(
  send: (made: RestCall, language: Language) => Promise<Answer>,
  made: RestCall,
  code: string,
): Promise<void> {
  for (let time = 0; time < 1_000; time += 1) {
    if (codeOf(await send(made, 'en')) === code) return;
  }
}

/** Pattern of a listed text; its parameters match any value. */
function patternOf(text: string): RegExp {
  const parts = text.replaceAll('\\|', '|').split(/\{\w+\}/);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);
}
