import {
  INTERNAL_SECRETS,
  INTERNAL_SHAPE,
  ISSUER_NAME_SHAPE,
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
    /** Role `reports` of analytics. */
    VOLANT_ANALYTICS_URL: internalUrl,
    VOLANT_COLLECT_URL: internalUrl.optional(),
    VOLANT_TRUSTED_PROXIES: proxies,
    VOLANT_ORIGIN: publicOrigin.optional(),
    VOLANT_ALLOWED_ORIGINS: origins,
    /** JSON file with the shop, social and company data of the site. */
    VOLANT_SITE_FILE: z.string().optional(),
    /** Directory of this process's copy of the pages; without it, a start needs Kafka. */
    VOLANT_COPY_DIR: z.string().optional(),
    ...ISSUER_NAME_SHAPE,
    ...GRAPHQL_SHAPE,
    VOLANT_GRAPHQL: GRAPHQL_SHAPE.VOLANT_GRAPHQL.default('listed'),
  },
  secrets: INTERNAL_SECRETS,
  rules: [needsServers('kafka', 's3')],
  own: (given) => ({
    /** Role `collect` of analytics, which receives the events that no ingress routes to it directly. */
    collectUrl: given.VOLANT_COLLECT_URL ?? given.VOLANT_ANALYTICS_URL,
  }),
});

/**
 * Keeps @apollo/gateway from reporting to its vendor. This variable is its only switch, and is read when the gateway
 * object is created.
 */
export function refuseVendorTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = 'true';
}
