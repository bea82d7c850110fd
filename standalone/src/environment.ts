import { GRAPHQL_SHAPE } from '@volant/gateway/graphql/operation-files';
import {
  SUPERADMIN_SECRETS,
  SUPERADMIN_SHAPE,
  type SuperadminSettings,
  superadminIsWhole,
  superadminOf,
} from '@volant/identity/superadmin-settings';
import { ENVIRONMENT, parseEnvironment, settingsReaderOf } from '@volant/infra/process/environment';
import { onOff, port, proxies, publicOrigin } from '@volant/infra/process/process-settings';
import { type ServerSettings, serverSettingsOf } from '@volant/infra/process/server-settings';
import { SERVER_SECRETS, SERVER_SHAPE, serverRules } from '@volant/infra/process/server-shape';
import { PAGE_LIMIT_SHAPE } from '@volant/pages/page-limit';
import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** The reason why other machines can reach the product, naming the setting; undefined if none can. */
function reasonOthersReach(settings: ReachSettings): string | undefined {
  if (!LOOPBACK.test(settings.HOST)) return 'HOST is not a loopback address';
  if (settings.VOLANT_TRUSTED_PROXIES.length > 0) return 'VOLANT_TRUSTED_PROXIES names a proxy';
  const { VOLANT_ORIGIN: origin } = settings;
  if (origin !== undefined && !LOOPBACK.test(new URL(origin).hostname))
    return 'VOLANT_ORIGIN is not a loopback address';
  return undefined;
}

/** Like `reasonOthersReach`, but also refuses real servers, on which demo data would not be marked. */
function reasonAgainstDemo(settings: DemoSettings): string | undefined {
  const reason = reasonOthersReach(settings);
  if (reason !== undefined) return reason;
  const server = KEEPING_SERVERS.find((name) => settings[name] !== undefined);
  return server === undefined ? undefined : `${server} names a real server`;
}

/** Servers that would keep demo data. */
const KEEPING_SERVERS = [
  'VOLANT_MONGODB_URL',
  'VOLANT_KAFKA_BROKERS',
  'VOLANT_CLICKHOUSE_URL',
  'VOLANT_S3_URL',
] as const;

interface ReachSettings {
  readonly HOST: string;
  readonly VOLANT_TRUSTED_PROXIES: readonly string[];
  readonly VOLANT_ORIGIN?: string | undefined;
}

type DemoSettings = ReachSettings & Partial<Readonly<Record<(typeof KEEPING_SERVERS)[number], unknown>>>;

const schema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(3000),
    VOLANT_DATA_DIR: z.string().default('./data'),
    VOLANT_DEMO: onOff.optional(),
    VOLANT_TRUSTED_PROXIES: proxies,
    VOLANT_ORIGIN: publicOrigin.optional(),
    VOLANT_NEUTRAL_FORGOT_PASSWORD: onOff.default('off'),
    VOLANT_ANSWER_RESET_TOKEN: onOff.default('off'),
    VOLANT_SITE_FILE: z.string().optional(),
    ...PAGE_LIMIT_SHAPE,
    VOLANT_GRAPHQL: GRAPHQL_SHAPE.VOLANT_GRAPHQL.optional(),
    VOLANT_GRAPHQL_OPERATIONS: GRAPHQL_SHAPE.VOLANT_GRAPHQL_OPERATIONS,
    VOLANT_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    ...SUPERADMIN_SHAPE,
    ...SERVER_SHAPE,
  })
  .superRefine((settings, context) => {
    const reason = settings.VOLANT_DEMO === 'on' ? reasonAgainstDemo(settings) : undefined;
    if (reason !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['VOLANT_DEMO'],
        message: `demo data has known passwords and is refused when ${reason}`,
      });
    }
    const reached = settings.VOLANT_ANSWER_RESET_TOKEN === 'on' ? reasonOthersReach(settings) : undefined;
    if (reached !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['VOLANT_ANSWER_RESET_TOKEN'],
        message: `would let anybody into any account and is refused when ${reached}`,
      });
    }
  });

export interface StandaloneSettings {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  /** Whether demo data is allowed; it is written into an empty data directory. */
  readonly demo: boolean;
  readonly trustedProxies: readonly string[];
  readonly superadmin: SuperadminSettings | undefined;
  /** Public origin for links and canonical addresses, if it differs from the requested one. */
  readonly origin: string | undefined;
  readonly maxPagesPerDriver: number;
  /** Whether a forgotten-password request for an unknown address is answered like one for a known address. */
  readonly neutralForgotPassword: boolean;
  /** For developers only: includes a reset link's token in the response. */
  readonly answersResetToken: boolean;
  /** JSON file with the shop, social and company data of the site. */
  readonly siteFile: string | undefined;
  /** Whether GraphQL runs only listed operations or any; by default any in demo mode, otherwise only listed ones. */
  readonly graphql: 'listed' | 'open' | undefined;
  /** A GraphQL document, or a directory of them, to list in addition to the operations of the REST calls. */
  readonly graphqlOperations: string | undefined;
  readonly logLevel: string;
  /** Real servers to use instead of the embedded adapters; each is undefined unless its address is set. */
  readonly servers: ServerSettings;
}

/** Settings that may also be set as files, by `NAME_FILE`. */
const SECRETS = [...SERVER_SECRETS, ...SUPERADMIN_SECRETS];

/**
 * Demo data is written unless `VOLANT_DEMO=off`. If other machines can reach the product, even through a proxy, or if
 * it uses real servers, the demo is off by default and refused if requested.
 */
export const readSettings = settingsReaderOf(schema.shape, SECRETS, (environment): StandaloneSettings => {
  const given = parseEnvironment(schema, environment, { secrets: SECRETS, rules: [superadminIsWhole, serverRules] });
  return {
    host: given.HOST,
    port: given.PORT,
    dataDirectory: given.VOLANT_DATA_DIR,
    demo: given.VOLANT_DEMO !== 'off' && reasonAgainstDemo(given) === undefined,
    trustedProxies: given.VOLANT_TRUSTED_PROXIES,
    superadmin: superadminOf(given),
    origin: given.VOLANT_ORIGIN,
    maxPagesPerDriver: given.VOLANT_MAX_PAGES_PER_DRIVER,
    neutralForgotPassword: given.VOLANT_NEUTRAL_FORGOT_PASSWORD === 'on',
    answersResetToken: given.VOLANT_ANSWER_RESET_TOKEN === 'on',
    siteFile: given.VOLANT_SITE_FILE,
    graphql: given.VOLANT_GRAPHQL,
    graphqlOperations: given.VOLANT_GRAPHQL_OPERATIONS,
    logLevel: given.VOLANT_LOG_LEVEL,
    servers: serverSettingsOf(given),
  };
});

export function settingsOfProcess(): StandaloneSettings {
  return readSettings(ENVIRONMENT);
}
