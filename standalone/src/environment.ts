import { GRAPHQL_SHAPE } from '@volant/gateway/graphql/operation-files';
import { parseEnvironment } from '@volant/infra/process/environment';
import { type ServerSettings, serverSettingsOf } from '@volant/infra/process/server-settings';
import { SERVER_SECRETS, SERVER_SHAPE, serverRules } from '@volant/infra/process/server-shape';
import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

const onOff = z.enum(['on', 'off'], { message: 'must be "on" or "off"' });
const cidr = z
  .string()
  .refine((value) => z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).safeParse(value).success, {
    message: 'each entry must be an address or a range such as 10.0.0.0/8',
  });

/** What of the settings says that others come here, or that demo data would lie where nothing marks them. */
function reasonAgainstDemo(settings: DemoSettings): string | undefined {
  if (!LOOPBACK.test(settings.HOST)) return 'HOST is not a loopback address';
  if (settings.VOLANT_TRUSTED_PROXIES.length > 0) return 'VOLANT_TRUSTED_PROXIES names a proxy';
  const { VOLANT_ORIGIN: origin } = settings;
  if (origin !== undefined && !LOOPBACK.test(new URL(origin).hostname))
    return 'VOLANT_ORIGIN is not a loopback address';
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

interface DemoSettings extends Partial<Readonly<Record<(typeof KEEPING_SERVERS)[number], unknown>>> {
  readonly HOST: string;
  readonly VOLANT_TRUSTED_PROXIES: readonly string[];
  readonly VOLANT_ORIGIN?: string | undefined;
}

const schema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number({ message: 'must be a port number' }).int().min(0).max(65_535).default(3000),
    VOLANT_DATA_DIR: z.string().default('./data'),
    VOLANT_DEMO: onOff.optional(),
    VOLANT_TRUSTED_PROXIES: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(cidr))
      .default([]),
    VOLANT_SUPERADMIN_EMAIL: z.email({ message: 'must be an e-mail address' }).optional(),
    VOLANT_SUPERADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').max(128).optional(),
    VOLANT_ORIGIN: z
      .url({ protocol: /^https?$/, message: 'must be an address such as https://volant.example' })
      .optional(),
    VOLANT_NEUTRAL_FORGOT_PASSWORD: onOff.default('off'),
    VOLANT_ANSWER_RESET_TOKEN: onOff.default('off'),
    VOLANT_SITE_FILE: z.string().optional(),
    VOLANT_GRAPHQL: GRAPHQL_SHAPE.VOLANT_GRAPHQL.optional(),
    VOLANT_GRAPHQL_OPERATIONS: GRAPHQL_SHAPE.VOLANT_GRAPHQL_OPERATIONS,
    VOLANT_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
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
    if (settings.VOLANT_ANSWER_RESET_TOKEN === 'on' && !LOOPBACK.test(settings.HOST)) {
      context.addIssue({
        code: 'custom',
        path: ['VOLANT_ANSWER_RESET_TOKEN'],
        message: 'would let anybody into any account and is refused when HOST is not a loopback address',
      });
    }
    if ((settings.VOLANT_SUPERADMIN_EMAIL === undefined) !== (settings.VOLANT_SUPERADMIN_PASSWORD === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['VOLANT_SUPERADMIN_EMAIL'],
        message: 'needs VOLANT_SUPERADMIN_PASSWORD beside it, and the other way round',
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
  readonly superadmin: { readonly email: string; readonly password: string } | undefined;
  /** Public origin for links and canonical addresses, where it is not the one asked for. */
  readonly origin: string | undefined;
  /** Answers a forgotten password of an unknown address like that of a known one. */
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
const SECRETS = [...SERVER_SECRETS, 'VOLANT_SUPERADMIN_PASSWORD'];

/**
 * Demo data is written unless `VOLANT_DEMO=off`; where others can come, be it through a proxy, and beside real servers
 * it is off by itself and refused if asked for.
 * @throws EnvironmentError
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): StandaloneSettings {
  const given = parseEnvironment(schema, environment, { secrets: SECRETS, rules: [serverRules] });
  const { VOLANT_SUPERADMIN_EMAIL: email, VOLANT_SUPERADMIN_PASSWORD: password } = given;
  return {
    host: given.HOST,
    port: given.PORT,
    dataDirectory: given.VOLANT_DATA_DIR,
    demo: given.VOLANT_DEMO !== 'off' && reasonAgainstDemo(given) === undefined,
    trustedProxies: given.VOLANT_TRUSTED_PROXIES,
    superadmin: email !== undefined && password !== undefined ? { email, password } : undefined,
    origin: given.VOLANT_ORIGIN,
    neutralForgotPassword: given.VOLANT_NEUTRAL_FORGOT_PASSWORD === 'on',
    answersResetToken: given.VOLANT_ANSWER_RESET_TOKEN === 'on',
    siteFile: given.VOLANT_SITE_FILE,
    graphql: given.VOLANT_GRAPHQL,
    graphqlOperations: given.VOLANT_GRAPHQL_OPERATIONS,
    logLevel: given.VOLANT_LOG_LEVEL,
    servers: serverSettingsOf(given),
  };
}

/** The settings of this process. */
export function settingsOfProcess(): StandaloneSettings {
  return readSettings(process.env);
}
