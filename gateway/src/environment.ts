import { parseEnvironment } from '@volant/infra/process/environment';
import {
  internalUrl,
  needsServers,
  origins,
  PROCESS_SECRETS,
  PROCESS_SHAPE,
  type ProcessSettings,
  portOf,
  processSettingsOf,
  proxies,
  publicOrigin,
} from '@volant/infra/process/process-settings';
import { z } from 'zod';
import { GRAPHQL_SHAPE } from './graphql/operation-files.ts';

const schema = z.object({
  ...PROCESS_SHAPE,
  PORT: portOf(3000),
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
});

export interface GatewayProcessSettings extends ProcessSettings {
  readonly identityUrl: string;
  readonly pagesUrl: string;
  readonly supportUrl: string;
  /** Role `reports` of analytics. */
  readonly analyticsUrl: string;
  /** Role `collect` of analytics, which takes the events that an ingress does not send there itself. */
  readonly collectUrl: string;
  readonly trustedProxies: readonly string[];
  readonly origin: string | undefined;
  readonly allowedOrigins: readonly string[];
  /** JSON file with the shop, social and company data of the site. */
  readonly siteFile: string | undefined;
  /** Whether GraphQL runs what is listed alone, or anything. */
  readonly graphql: 'listed' | 'open';
  /** A GraphQL document, or a directory of them, that is listed beside the REST calls' own. */
  readonly graphqlOperations: string | undefined;
}

/** @throws EnvironmentError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): GatewayProcessSettings {
  const given = parseEnvironment(schema, environment, {
    secrets: PROCESS_SECRETS,
    rules: [needsServers('mongodb', 'kafka', 's3')],
  });
  return {
    ...processSettingsOf(given, environment),
    identityUrl: given.VOLANT_IDENTITY_URL,
    pagesUrl: given.VOLANT_PAGES_URL,
    supportUrl: given.VOLANT_SUPPORT_URL,
    analyticsUrl: given.VOLANT_ANALYTICS_URL,
    collectUrl: given.VOLANT_COLLECT_URL ?? given.VOLANT_ANALYTICS_URL,
    trustedProxies: given.VOLANT_TRUSTED_PROXIES,
    origin: given.VOLANT_ORIGIN,
    allowedOrigins: given.VOLANT_ALLOWED_ORIGINS,
    siteFile: given.VOLANT_SITE_FILE,
    graphql: given.VOLANT_GRAPHQL,
    graphqlOperations: given.VOLANT_GRAPHQL_OPERATIONS,
  };
}

/** The settings of this process. */
export function settingsOfProcess(): GatewayProcessSettings {
  return readSettings(process.env);
}

/**
 * Keeps @apollo/gateway from reporting to its vendor: the one switch it has is
 * this variable, read when the gateway object is made.
 */
export function refuseVendorTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = 'true';
}
