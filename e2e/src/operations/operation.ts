import { PIXEL } from '../api.ts';
import { bomb } from '../png.ts';
import { CALLERS, type CallerKind, type Peopled } from '../world.ts';

/** Who may call an operation: from roles upwards, or the owner of the page and administrators. */
export type Who = 'anyone' | 'signed-in' | 'page-owner' | 'support' | 'admin' | 'superadmin';

const [STRANGER, NO] = ['UNAUTHENTICATED', 'FORBIDDEN'];
/** `ok` or the code of the refusal for each caller, in the order of CALLERS. */
export const ANSWERS: Readonly<Record<Who, readonly string[]>> = {
  anyone: CALLERS.map(() => 'ok'),
  'signed-in': [STRANGER, 'ok', 'ok', 'ok', 'ok', 'ok'],
  'page-owner': [STRANGER, 'PAGE_NOT_FOUND', 'ok', 'PAGE_NOT_FOUND', 'ok', 'ok'],
  support: [STRANGER, NO, NO, 'ok', 'ok', 'ok'],
  admin: [STRANGER, NO, NO, NO, 'ok', 'ok'],
  superadmin: [STRANGER, NO, NO, NO, NO, 'ok'],
};

/** The caller of an operation's examples: the first who may call it, and the owner before other drivers. */
export const USUAL_CALLER: Readonly<Record<Who, CallerKind>> = {
  anyone: 'anonymous',
  'signed-in': 'owner',
  'page-owner': 'owner',
  support: 'support',
  admin: 'admin',
  superadmin: 'superadmin',
};

/** One REST call of a client. */
export interface RestCall {
  /** By default the operation's usual caller. */
  readonly as?: CallerKind;
  /** Token of a person who is none of the callers. */
  readonly token?: string;
  /** By default that of the description. */
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A multipart form to send instead of a body. */
  readonly form?: FormData;
  /** Client address of the call; by default a new one for each call. */
  readonly address?: string;
}

type Maker<T> = (there: Peopled) => Promise<T> | T;
export type MadeRestCall = Maker<RestCall>;
type Refusals = Readonly<Record<string, MadeRestCall>>;

interface Rest {
  /** A valid call. */
  readonly call: MadeRestCall;
  /** Refused calls by code, beyond those derived from the operation's inputs and its permitted callers. */
  readonly refusals?: Refusals;
}

export interface Graph {
  /** The root field: `Mutation.createPage`. Absent if the row of another operation has it. */
  readonly field?: `${'Query' | 'Mutation'}.${string}`;
  readonly variables?: Maker<object>;
  /** Token of a person who can make the call once; by default that of the usual caller. */
  readonly token?: Maker<string>;
  /** Whether to send a picture for the variable `image`. */
  readonly picture?: true;
  /** What does the same as the REST call, if the field with all scalars of its answer does not. */
  readonly query?: string;
}

/** What all tests of the API know about an operation: each REST call and root field of the graph has one row. */
export interface Operation {
  readonly who: Who;
  /** By the operation id of the API description, the row's name. Absent if only the graph has the operation. */
  readonly rest?: Rest;
  /** The graph's counterpart, or why it has none. */
  readonly graph: Graph | string;
  /**
   * For calls that only one person can make, or only once: the refusal that permitted callers get when authorization is
   * tested, by its code, and the variables that lead to it in the graph.
   */
  readonly instead?: { readonly code: string; readonly variables: object };
  /** Why the products of these tests cannot do it: permitted callers get the refusal of `instead`. */
  readonly off?: string;
  /** Whether the call ends the caller's session, so that it needs its own. */
  readonly endsSession?: true;
  /** Whether other callers may send the same request with the same idempotency key, as a request of their own. */
  readonly repeatable?: 'by others';
  /** Inputs with other permitted callers. */
  readonly variants?: readonly Variant[];
}

interface Variant {
  readonly name: string;
  readonly who: Who;
  /** Code for administrators, if it is not FORBIDDEN. */
  readonly adminsGet?: string;
  readonly rest: MadeRestCall;
  readonly variables: Maker<object>;
}

export type Operations = Readonly<Record<string, Operation>>;

export const password = 'a long enough password';
export const unknownId = '00000000-0000-4000-8000-000000000000';
export const unknownPicture = `/uploads/${'0'.repeat(32)}.png`;

export function form(
  field: string,
  content: Uint8Array | string,
  more: Readonly<Record<string, string>> = {},
): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(more)) made.append(name, value);
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  made.append(field, new Blob([bytes], { type: 'image/png' }), 'picture.png');
  return made;
}

/** Limits of changes per hour. */
export const CHANGES = {
  ...{ account: 30, role: 30, page: 120, createdPages: 20 },
  ...{ message: 120, cannedReplies: 120, announcements: 60 },
};

/** Makes as many changes as the limit permits. */
export async function changeOften(times: number, change: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await change(time);
}

/** Makes something once for each product: several rows use what takes a hundred requests. */
export function once<T>(make: (there: Peopled) => Promise<T>): (there: Peopled) => Promise<T> {
  const made = new WeakMap<Peopled, Promise<T>>();
  return (there) => {
    const one = made.get(there) ?? make(there);
    made.set(there, one);
    return one;
  };
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Token of some person, after as many changes of the account as the limit permits. */
export const someTokenAfterChanges = once(async (there) => tokenAfterChanges(there, await there.world.driver()));

/** Token of this person, after as many changes of the account as the limit permits. */
export async function tokenAfterChanges({ api, signIn }: Peopled, person: Credentials): Promise<string> {
  const token = await signIn(person);
  await changeOften(CHANGES.account, (time) =>
    api('PATCH', '/api/user/profile', { phone: `+336399800${String(time).padStart(2, '0')}` }, token),
  );
  return token;
}

const tooLarge = Buffer.concat([PIXEL, Buffer.alloc(5 * 1024 * 1024)]);

/** An upload of a picture at this path. */
export function uploads(path: string, more: Refusals = {}): Rest {
  return {
    call: () => ({ form: form('image', PIXEL) }),
    refusals: {
      ...more,
      IMAGE_INVALID: () => ({ form: form('image', '<svg xmlns="http://www.w3.org/2000/svg"/>') }),
      IMAGE_TOO_LARGE: () => ({ form: form('image', tooLarge) }),
      IMAGE_DIMENSIONS_TOO_LARGE: () => ({ form: form('image', bomb(9000, 9000)) }),
      VALIDATION_FAILED: () => ({ form: form('photo', PIXEL) }),
      PAYLOAD_TOO_LARGE: () => ({
        form: form('image', PIXEL, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field${i}`, 'x']))),
      }),
      UNSUPPORTED_MEDIA_TYPE: () => ({ path, body: {} }),
      MALFORMED_BODY: () => ({
        path,
        body: '--cut\r\nContent-Dis',
        headers: { 'content-type': 'multipart/form-data; boundary=cut' },
      }),
      TOO_MANY_REQUESTS: async ({ world }) => ({
        token: (await world.driver()).token,
        form: form('image', PIXEL),
      }),
    },
  };
}

/** A request that reuses the idempotency key of a different request. */
export function reused(path: string, as: 'owner' | 'admin', body: object): MadeRestCall {
  return async ({ api, people, world }) => {
    const headers = { 'idempotency-key': world.fresh() };
    await api('POST', path, body, people[as].token, headers);
    return { body: { ...body, state: 'INACTIVE' }, headers };
  };
}
