import { DomainError } from '@volant/infra/errors/domain-error';
import { text } from '@volant/infra/text/outside-text';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { OPERATION_BODY, readJson } from '../http/json-body.ts';
import { FILE_LIMIT, formRefusal, refuseTooLarge } from '../http/multipart.ts';
import { UploadedFile } from '../supergraph/uploaded-file.ts';

const FORM_BYTES = OPERATION_BODY + 64 * 1024;

export const MULTIPART_LIMITS = {
  files: 1,
  fields: 2,
  parts: 3,
  fieldNameSize: 100,
  fieldSize: OPERATION_BODY,
  headerPairs: 20,
  fileSize: FILE_LIMIT,
};

/** Headers that a web form cannot send. Without one, a form of another site could act on behalf of the user. */
const PREFLIGHTED = ['apollo-require-preflight', 'x-apollo-operation-name'];

const Operations = z.looseObject({ variables: z.record(text(), z.unknown()) });
/** One file, for one variable. */
const FileMap = z.record(text(100), z.tuple([text(110).regex(/^variables\.\w{1,100}$/)]));

/**
 * Reads a request of the GraphQL multipart request specification up to its one file, which arrives while the operation
 * runs. The file becomes the value of its variable.
 * @returns the operation
 * @throws DomainError UPLOAD_WITHOUT_PREFLIGHT, IMAGE_TOO_LARGE, PAYLOAD_TOO_LARGE, MALFORMED_BODY
 */
export async function readMultipartRequest(request: FastifyRequest): Promise<unknown> {
  if (!PREFLIGHTED.some((name) => request.headers[name])) throw new DomainError('UPLOAD_WITHOUT_PREFLIGHT');
  refuseTooLarge(request, FORM_BYTES);
  const parts = request.parts();
  const fields = new Map<string, unknown>();
  try {
    // for…of would close the iterator when the function returns at the file.
    for (;;) {
      const { done, value: part } = await parts.next();
      if (done === true) throw new DomainError('MALFORMED_BODY');
      if (part.type === 'file') return withFile(fields, part.fieldname, new UploadedFile(part.file));
      if (part.valueTruncated || part.fieldnameTruncated) throw new DomainError('PAYLOAD_TOO_LARGE');
      fields.set(part.fieldname, readJson(String(part.value)));
    }
  } catch (error) {
    throw formRefusal(error);
  }
}

function withFile(fields: ReadonlyMap<string, unknown>, name: string, file: UploadedFile): unknown {
  const operations = Operations.safeParse(fields.get('operations'));
  const map = FileMap.safeParse(fields.get('map'));
  if (!operations.success || !map.success) throw new DomainError('MALFORMED_BODY');
  const [variable] = (Object.hasOwn(map.data, name) ? map.data[name] : undefined)?.map((path) => path.slice(10)) ?? [];
  const { variables } = operations.data;
  const isPlace = variable !== undefined && Object.hasOwn(variables, variable) && variables[variable] === null;
  if (!isPlace || Object.keys(map.data).length !== 1) throw new DomainError('MALFORMED_BODY');
  return { ...operations.data, variables: { ...variables, [variable]: file } };
}
