import { ANALYTICS_ERRORS } from '@volant/analytics/errors';
import { GATEWAY_ERRORS } from '@volant/gateway/errors';
import { type OpenApiDocument, openApiDocument } from '@volant/gateway/openapi/document';
import { describedOperations } from '@volant/gateway/rest/register-rest';
import { IDENTITY_ERRORS } from '@volant/identity/features';
import { COMMON_ERRORS } from '@volant/infra/errors/common-errors';
import type { ErrorCatalogue } from '@volant/infra/errors/error-catalogue';
import { PAGES_ERRORS } from '@volant/pages/features';
import { SUPPORT_ERRORS } from '@volant/support/features';

const CATALOGUES = [COMMON_ERRORS, GATEWAY_ERRORS, IDENTITY_ERRORS, PAGES_ERRORS, SUPPORT_ERRORS, ANALYTICS_ERRORS];

/** Every error code of the gateway and the services. @throws if two catalogues disagree about a code */
export function allErrors(): ErrorCatalogue {
  const all = new Map<string, ErrorCatalogue[string]>();
  for (const catalogue of CATALOGUES) {
    for (const [code, texts] of Object.entries(catalogue)) {
      const known = all.get(code);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(texts)) {
        throw new Error(`Two catalogues disagree about ${code}.`);
      }
      all.set(code, texts);
    }
  }
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The OpenAPI document of the REST API, from the schemas that validate its calls. */
export function apiDescription(): OpenApiDocument {
  return openApiDocument(describedOperations(), allErrors());
}
