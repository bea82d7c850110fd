import {
  INTERNAL_SECRETS,
  INTERNAL_SHAPE,
  internalUrl,
  needsServers,
  origins,
  proxies,
  publicOrigin,
  settingsReader,
} from '@volant/infra/process/settings/process-settings';
import { z } from 'zod';
import { GRAPHQL_SHAPE } from './graphql/operation-files.ts';

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 3000,
  shape: {
    ...INTERNAL_SHAPE,
    VOLANT_IDENTITY_URL: internalUrl,
    VOLANT_PAGES_URL: internalUrl,
    VOLANT_SUPPORT_URL: internalUrl,
    VOLANT_ANALYTICS_URL: internalUrl,
    VOLANT_COLLECT_URL: internalUrl.optional(),
    VOLANT_TRUSTED_PROXIES: proxies,
    VOLANT_ORIGIN: publicOrigin.optional(),
    VOLANT_ALLOWED_ORIGINS: origins,
    VOLANT_SITE_FILE: z.string().optional(),
    VOLANT_GRAPHQL: GRAPHQL_SHAPE.VOLANT_GRAPHQL.default('listed'),
    VOLANT_GRAPHQL_OPERATIONS: GRAPHQL_SHAPE.VOLANT_GRAPHQL_OPERATIONS,
  },
  secrets: INTERNAL_SECRETS,
  rules: [needsServers('mongodb', 'kafka', 's3')],
  own: (given) => ({
    internalSecret: given.VOLANT_INTERNAL_SECRET,
    identityUrl: given.VOLANT_IDENTITY_URL,
    pagesUrl: given.VOLANT_PAGES_URL,
    supportUrl: given.VOLANT_SUPPORT_URL,
    /** Role `reports` of analytics. */
    analyticsUrl: given.VOLANT_ANALYTICS_URL,
    /** Role `collect` of analytics, which receives the events that no ingress routes to it directly. */
    collectUrl: given.VOLANT_COLLECT_URL ?? given.VOLANT_ANALYTICS_URL,
    trustedProxies: given.VOLANT_TRUSTED_PROXIES,
    origin: given.VOLANT_ORIGIN,
    allowedOrigins: given.VOLANT_ALLOWED_ORIGINS,
    /** JSON file with the shop, social and company data of the site. */
    siteFile: given.VOLANT_SITE_FILE,
    /** Whether GraphQL runs only listed operations, or any. */
    graphql: given.VOLANT_GRAPHQL,
    /**
     * A GraphQL document, or a directory of documents, listed in addition to the operations of REST and the web client.
     */
    graphqlOperations: given.VOLANT_GRAPHQL_OPERATIONS,
  }),
});

/**
 * Keeps @apollo/gateway from reporting to its vendor. This variable is its only switch, and is read when the gateway
 * object is created.
 */
export function refuseVendorTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = 'true';
}
