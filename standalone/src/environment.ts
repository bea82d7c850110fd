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

/** The setting by which others than this machine reach the product, if there is one. */
function reasonOthersReach(settings: ReachSettings): string | undefined {
  if (!LOOPBACK.test(settings.HOST)) return 'HOST is not a loopback address';
  if (settings.VOLANT_TRUSTED_PROXIES.length > 0) return 'VOLANT_TRUSTED_PROXIES names a proxy';
  const { VOLANT_ORIGIN: origin } = settings;
  if (origin !== undefined && !LOOPBACK.test(new URL(origin).hostname))
    return 'VOLANT_ORIGIN is not a loopback address';
  return undefined;
}

/** Also where demo data would lie unmarked. */
function reasonAgainstDemo(settings: DemoSettings): string | undefined {
  const reason = reasonOthersReach(settings);
  if (reason !== undefined) return reason;
  const server = KEEPING_SERVERS.find((name) => settings[name] !== undefined);
  return server === undefined ? undefined : `${server} names a real server`;
}

/** What the demo writes would be kept there. */
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
  /** Demo data may be here, and are written into an empty data directory. */
  readonly demo: boolean;
  readonly trustedProxies: readonly string[];
  readonly superadmin: SuperadminSettings | undefined;
  /** Public origin for links and canonical addresses, where it is not the one asked for. */
  readonly origin: string | undefined;
  /** Answers a forgotten password of an unknown address like that of a known one. */
  readonly maxPagesPerDriver: number;
  readonly neutralForgotPassword: boolean;
  /** For developers alone: gives the token of a reset link in the answer, too. */
  readonly answersResetToken: boolean;
  /** JSON file with the shop, social and company data of the site. */
  readonly siteFile: string | undefined;
  /** Whether GraphQL runs what is listed alone, or anything; not given, anything while the demo runs. */
  readonly graphql: 'listed' | 'open' | undefined;
  /** A GraphQL document, or a directory of them, that is listed beside the REST calls' own. */
  readonly graphqlOperations: string | undefined;
  readonly logLevel: string;
  /** Real servers to use instead of what is embedded; none unless their addresses are set. */
  readonly servers: ServerSettings;
}

/** Settings that may be given as files, by `NAME_FILE`. */
const SECRETS = [...SERVER_SECRETS, ...SUPERADMIN_SECRETS];

/**
 * Demo data is written unless `VOLANT_DEMO=off`; where others can come, be it through a proxy, and beside real servers
 * it is off by itself and refused if asked for.
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

/** The settings of this process. */
export function settingsOfProcess(): StandaloneSettings {
  return readSettings(ENVIRONMENT);
}
