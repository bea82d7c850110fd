import { readFileSync } from 'node:fs';
import type { ErrorCatalogue } from '@volant/infra/errors/domain-error';

/**
 * Every error code of the API. `npm run api-docs` collects them from the gateway and the services into a checked-in
 * file, like the supergraph, because the gateway does not import the services' codes.
 */
export function readErrorCatalogue(): ErrorCatalogue {
  return JSON.parse(readFileSync(new URL('../../errors.json', import.meta.url), 'utf8')) as ErrorCatalogue;
}
