import { OPEN_TO_TOKENS, scopeMissing, scopesOfCall } from '@volant/infra/auth/scopes';
import type { ErrorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { z } from 'zod';
import { Refusal, Success } from '../rest/answers.ts';
import { NO_BODY, NO_PARAMS, NO_QUERY } from '../rest/inputs.ts';
import type { Access, DescribedOperation, Tag } from '../rest/operation.ts';
import { createSchemaObjects, type SchemaObject } from './schema-objects.ts';

const TAGS: Readonly<Record<Tag, string>> = {
  public: 'What a passenger sees',
  accounts: 'Accounts and sessions',
  pages: 'Pages',
  support: 'Messages',
  administration: 'Administration',
  service: 'Running it',
};

const ACCESS: Readonly<Record<Access, string>> = {
  anyone: 'Open to anyone.',
  'signed-in': 'For anyone signed in.',
  'page-owner': 'For the owner of the page and administrators.',
  support: 'For support and administrators.',
  admin: 'For administrators.',
  superadmin: 'For super administrators.',
};

const TEXTS = {
  description:
    'Public contact cards for professional drivers. Every refusal has the form `{ "success": false, "error": text, "code": CODE }`, with the path of the refused field (`field`) if there is one; the code is stable, the text follows `Accept-Language` (French by default). Callers who are signed in send `Authorization: Bearer` and the token of the session; other programs send an API token, which opens the calls that name one of its scopes. Lists take `limit` (up to 10,000, as many without it) and `cursor`.',
  idempotencyKey:
    'A retry with the same key is given the first answer again for a day; a refusal is not kept. The key is good for the person and the operation. With another request it is refused (`IDEMPOTENCY_KEY_REUSED`) where the operation names that code, otherwise the request is a new one; pictures are not compared.',
  ifMatch: 'The `ETag` of the page as it was read: if it has changed since, the change is refused (`PAGE_CHANGED`).',
  image: 'PNG or JPEG, at most 5 MB.',
  letter: 'A letter (RFC 5322), at most 1 MiB.',
};

/** Name of the `*` at the end of a path in the description. */
const REST_OF_PATH = 'key';
const ANY_CALL = ['INTERNAL', 'UNAVAILABLE'];
const CHANGES: readonly string[] = ['PATCH', 'PUT'];
const JSON_TYPE = 'application/json';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;
export type OperationObject = OpenApiDocument['paths'][string][string];

interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: SchemaObject;
}

const IDEMPOTENCY_KEY: ParameterObject = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false, description: TEXTS.idempotencyKey },
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
};
const IF_MATCH: ParameterObject = {
  ...{ name: 'If-Match', in: 'header', required: false, description: TEXTS.ifMatch },
  schema: { type: 'string' },
};

interface MediaObject {
  readonly schema: SchemaObject;
}

interface RequestBodyObject {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaObject>>;
}

interface ResponseObject {
  readonly description: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, MediaObject>>;
}

/**
 * The description of the REST API, from the schemas that validate the calls.
 * @param catalogue every code that operations name, with its status and texts
 * @throws if an operation names an unknown code, or two operations have one name
 */
export function openApiDocument(operations: readonly DescribedOperation[], catalogue: ErrorCatalogue) {
  const schemas = createSchemaObjects();
  const refusal = schemas.of(Refusal, 'output');
  const paths: Record<string, Record<string, ReturnType<typeof operationObject>>> = {};
  const ids = new Set<string>();

  for (const described of operations) {
    const { id } = described;
    if (ids.has(id)) throw new Error(`two operations are called ${id}`);
    ids.add(id);
    const path = described.url.replace(/:(\w+)/g, '{$1}').replace('*', `{${REST_OF_PATH}}`);
    const item = paths[path] ?? {};
    item[described.method.toLowerCase()] = operationObject(described);
    paths[path] = item;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Volant API', description: TEXTS.description, version: '1' },
    tags: Object.values(TAGS).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token, with the scope that is named.' },
      },
    },
  };

  function operationObject(described: DescribedOperation) {
    const { id, tag, summary, access, versioned, conditional, method, status = 200, redirects } = described;
    const { idempotent = method === 'POST' } = described;
    const body = requestBody(described);
    return {
      operationId: id,
      tags: [TAGS[tag]],
      summary,
      description: [ACCESS[access], scopeText(id)].join(' ').trim(),
      security: access === 'anyone' ? [] : [{ session: [] }, ...tokenSecurity(id)],
      parameters: [
        ...parameters(described.params ?? NO_PARAMS, 'path'),
        ...parameters(described.query ?? NO_QUERY, 'query'),
        ...(idempotent ? [IDEMPOTENCY_KEY] : []),
        ...(conditional === true || (versioned === true && CHANGES.includes(method)) ? [IF_MATCH] : []),
      ],
      ...(body && { requestBody: body }),
      responses: {
        [status]: answer(described),
        ...(redirects && redirect(redirects)),
        ...refusals(described),
      } as Record<string, ResponseObject>,
    };
  }

  function requestBody({ body = NO_BODY, consumes, method }: DescribedOperation): RequestBodyObject | undefined {
    if (method === 'GET') return undefined;
    if (consumes === 'message/rfc822') {
      const schema = { type: 'string', format: 'binary', description: TEXTS.letter };
      return { required: true, content: { [consumes]: { schema } } };
    }
    if (consumes === 'multipart/form-data') {
      const image = { type: 'string', format: 'binary', description: TEXTS.image };
      const schema = { type: 'object', required: ['image'], properties: { image } };
      return { required: true, content: { [consumes]: { schema } } };
    }
    const required = !body.safeParse(undefined).success;
    if (!required && propertiesOf(schemas.of(body, 'input')).length === 0) return undefined;
    return { required, content: { [consumes ?? JSON_TYPE]: { schema: schemas.of(body, 'input') } } };
  }

  function answer(described: DescribedOperation): ResponseObject {
    const { answer: schema = Success, produces = JSON_TYPE, versioned } = described;
    const content = produces === JSON_TYPE ? schemas.of(schema, 'output') : { type: 'string' };
    const headers = versioned === true ? { headers: { ETag: { schema: { type: 'string' } } } } : {};
    return { description: 'OK', ...headers, content: inTypes(described, produces, content) };
  }

  function parameters(schema: z.ZodType, place: 'path' | 'query'): ParameterObject[] {
    const object = schemas.of(schema, 'input');
    const required = new Set((object.required as readonly string[] | undefined) ?? []);
    return propertiesOf(object).map(([name, property]) => ({
      name: name === '*' ? REST_OF_PATH : name,
      in: place,
      required: place === 'path' || required.has(name),
      schema: property,
    }));
  }

  function refusals(described: DescribedOperation): Record<string, ResponseObject> {
    const byStatus = new Map<number, string[]>();
    for (const code of codesOf(described)) {
      const description = catalogue[code];
      if (description === undefined) throw new Error(`${described.id} names ${code}, which no catalogue has`);
      byStatus.set(description.status, [...(byStatus.get(description.status) ?? []), code]);
    }
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${catalogue[code]?.en}`).join('\n\n'),
          ...(status === 429 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
          content: refusalContent(described, Number(status), codes),
        },
      ]),
    );
  }

  function redirect(description: string): Record<string, ResponseObject> {
    return { '302': { description, headers: { Location: { schema: { type: 'string' } } } } };
  }

  function inTypes(
    { alsoProduces }: DescribedOperation,
    type: string,
    schema: SchemaObject,
  ): Record<string, MediaObject> {
    return { [type]: { schema }, ...(alsoProduces === undefined ? {} : { [alsoProduces]: { schema } }) };
  }

  function refusalContent(
    described: DescribedOperation,
    status: number,
    codes: readonly string[],
  ): Record<string, MediaObject> {
    const form = described.refusals?.[status] ?? described.refusals?.all;
    if (form !== undefined) {
      const { schema, produces = JSON_TYPE } = form;
      return inTypes(described, produces, produces === JSON_TYPE ? schemas.of(schema, 'output') : { type: 'string' });
    }
    // The error schema, restricted to the codes of this operation.
    return { [JSON_TYPE]: { schema: { allOf: [refusal, { properties: { code: { enum: codes } } }] } } };
  }
}

/** The ways to call an operation with an API token: one for each scope that opens it. */
function tokenSecurity(id: string): Record<string, string[]>[] {
  return id === OPEN_TO_TOKENS.call ? [{ apiToken: [] }] : scopesOfCall(id).map((scope) => ({ apiToken: [scope] }));
}

function scopeText(id: string): string {
  const scopes = scopesOfCall(id).map((scope) => `\`${scope}\``);
  return scopes.length === 0 ? '' : `API tokens need the scope ${scopes.join(' or ')}.`;
}

/** The code that a token without the scope gets. */
function tokenCodes(id: string): readonly string[] {
  if (id === OPEN_TO_TOKENS.call) return [];
  const [scope] = scopesOfCall(id);
  return [scope === undefined ? 'TOKEN_NOT_ALLOWED' : scopeMissing(scope)];
}

/** The codes that an operation names, and those that follow from its input and access. */
export function codesOf({ id, access, codes = [], method, anyQuery, consumes }: DescribedOperation): readonly string[] {
  const signedIn = access === 'anyone' ? [] : ['UNAUTHENTICATED', ...tokenCodes(id)];
  const ofRole = access === 'support' || access === 'admin' || access === 'superadmin' ? ['FORBIDDEN'] : [];
  const byQuery = anyQuery === true ? [] : ['VALIDATION_FAILED'];
  // A letter may be of any form and type.
  const ofForm = consumes === 'message/rfc822' ? [] : ['MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE'];
  const byBody = ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', ...ofForm];
  return [...new Set([...(method === 'GET' ? byQuery : byBody), ...signedIn, ...ofRole, ...codes, ...ANY_CALL])];
}

export function propertiesOf(schema: SchemaObject): readonly (readonly [string, SchemaObject])[] {
  return Object.entries((schema.properties as Record<string, SchemaObject> | undefined) ?? {});
}
