import { readFileSync } from 'node:fs';
import type { ErrorCatalogue } from '@volant/infra/errors/domain-error';

/**
 * Every code a caller may be refused with, gathered from the gateway and the
 * services by `npm run api-docs` and checked in, as the supergraph is: the
 * gateway knows no service's code, only what they agreed to answer.
 */
export function readErrorCatalogue(): ErrorCatalogue {
  return JSON.parse(readFileSync(new URL('../../errors.json', import.meta.url), 'utf8')) as ErrorCatalogue;
}
