import { DomainError, type PublicError, toPublicError } from '@volant/infra/errors/domain-error';
import { graphqlErrorOf } from '@volant/infra/graphql/public-errors';
import type { Subgraph, SubgraphCall, SubgraphRequest } from '@volant/infra/graphql/subgraph-call';
import type { Upload } from '@volant/infra/graphql/upload';
import { type ExecutionResult, getOperationAST, Kind, parse } from 'graphql';
import { GATEWAY_ERRORS } from '../errors.ts';
import { handOn } from '../http/multipart.ts';
import { UploadedFile } from './uploaded-file.ts';

/**
 * A subgraph whose mutations accept files. A file is streamed to the service, which stores it, in the same way as over
 * REST; the mutation then receives its path. So no file is buffered here, and the service may be in another process.
 */
export function createUploadingSubgraph(subgraph: Subgraph, upload: Upload | undefined): Subgraph {
  async function stored(file: UploadedFile, variable: string, call: SubgraphCall): Promise<string | PublicError> {
    try {
      if (upload === undefined) throw new DomainError('VALIDATION_FAILED', { field: variable });
      const answer = await handOn(upload, file.take(variable), call);
      return 'imageUrl' in answer ? answer.imageUrl : answer.refusal;
    } catch (error) {
      if (error instanceof DomainError) return toPublicError(error, call.language, GATEWAY_ERRORS);
      throw error;
    }
  }

  return {
    name: subgraph.name,
    async execute(request, call) {
      const found = Object.entries(request.variables ?? {}).find(([, value]) => value instanceof UploadedFile);
      if (found === undefined) return subgraph.execute(request, call);
      const [variable, file] = found as [string, UploadedFile];
      const path = await stored(file, variable, call);
      if (typeof path !== 'string') return refused(request, variable, path);
      return subgraph.execute({ ...request, variables: { ...request.variables, [variable]: path } }, call);
    },
  };
}

function refused(request: SubgraphRequest, variable: string, refusal: PublicError): ExecutionResult {
  const field = fieldWith(request, variable);
  return { data: null, errors: [graphqlErrorOf(refusal, field === undefined ? undefined : [field])] };
}

/** Response name of the field that uses the variable. */
function fieldWith({ query, operationName }: SubgraphRequest, variable: string): string | undefined {
  for (const selection of getOperationAST(parse(query), operationName)?.selectionSet.selections ?? []) {
    if (selection.kind !== Kind.FIELD) continue;
    const takes = selection.arguments?.some(
      ({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable,
    );
    if (takes === true) return selection.alias?.value ?? selection.name.value;
  }
  return undefined;
}
