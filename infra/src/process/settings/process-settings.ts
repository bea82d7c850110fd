import { z } from 'zod';
import type { Migrations } from '../../adapters/adapters-port.ts';
import { internalSecrets, MIN_SECRET_LENGTH } from '../../auth/assertion.ts';
import { text } from '../../text/outside-text.ts';
import { parseEnvironment, type SettingsReader, type SettingsRule } from './environment.ts';
import type { Environment } from './secret-files.ts';
import { SERVER_ADDRESSES, type Server, type ServerSettings, serverSettingsOf } from './server-settings.ts';
import { SERVER_SECRETS, SERVER_SHAPE, serverRules } from './server-shape.ts';
import { refuseUnknown } from './unknown-names.ts';

/** Digits only, because Number reads other notations. */
const written = (message: string) => z.string().regex(/^\d+$/, { message, abort: true }).transform(Number);

const within = (least: number, most: number, message: string) =>
  written(message).pipe(z.int(message).min(least, message).max(most, message));

export const port = within(0, 65_535, 'must be a port number');

export const wholeNumber = (least: number, most: number) =>
  within(least, most, `must be a whole number from ${least} to ${most}`);

/** Limits that count by network, such as sign-ups and messages, for those who share one address. */
export const NETWORK_LIMIT_SHAPE = { VOLANT_NETWORK_LIMITS_TIMES: wholeNumber(1, 100).default(1) };

/** What people call the server in which the team signs in: “Sign in with …”. */
export const ISSUER_NAME_SHAPE = { VOLANT_OPENID_NAME: text(40).optional() };

export const onOff = z.enum(['on', 'off'], { message: 'must be "on" or "off"' }).transform((value) => value === 'on');

/** Proxies whose statement of a client's address is trusted. */
export const proxies = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(
    z.array(
      z.string().refine((value) => z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).safeParse(value).success, {
        message: 'each entry must be an address or a range such as 10.0.0.0/8',
      }),
    ),
  )
  .default([]);

/** Address of another process inside the cluster. */
export const internalUrl = z.url({ protocol: /^https?$/, message: 'must be an address such as http://identity:4001' });

/** Scheme and host of the product's public address. */
export const publicOrigin = z
  .url({ protocol: /^https?$/, message: 'must be an address such as https://volant.example' })
  .refine((text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`, {
    message: 'must end after the host or port, without a path, query or user name: https://volant.example',
  })
  .transform((text) => new URL(text).origin);

/** Origins of other sites that may call the API. */
export const origins = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(z.array(publicOrigin))
  .default([]);

/** Settings of every process. */
const PROCESS_SHAPE = {
  ...SERVER_SHAPE,
  HOST: z.string().default('127.0.0.1'),
  VOLANT_OPERATIONS_HOST: z.string().optional(),
  VOLANT_OPERATIONS_PORT: port.optional(),
  VOLANT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { message: 'must be debug, info, warn, error or silent' })
    .optional(),
  VOLANT_MIGRATIONS: z.enum(['run', 'await'], { message: 'must be "run" or "await"' }).default('run'),
};
const OPERATIONS_PORT = 9464;

/** Settings of a process that calls others or is called by them. */
export const INTERNAL_SHAPE = {
  /** During a rotation, a second line holds the other secret, which is accepted too. */
  VOLANT_INTERNAL_SECRET: z
    .string()
    .refine(
      (setting) => internalSecrets(setting).every(({ length }) => length >= MIN_SECRET_LENGTH),
      `must have at least ${MIN_SECRET_LENGTH} characters (each line of them); npm run keys makes one`,
    ),
};

export const INTERNAL_SECRETS: readonly string[] = ['VOLANT_INTERNAL_SECRET'];

export interface ProcessSettings {
  readonly host: string;
  readonly port: number;
  /** Where /health, /ready, /serving and /metrics are. */
  readonly operationsHost: string;
  readonly operationsPort: number;
  readonly operationsPortIsSet: boolean;
  readonly logLevel: string;
  readonly servers: ServerSettings;
  /** Whether to create missing indexes and tables at the start, or to wait until the command has created them. */
  readonly migrations: Migrations;
  /** For OpenTelemetry, which reads its own settings. */
  readonly environment: Environment;
}

type Given<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
/** `VOLANT_DATA_DIR` is the property `dataDir`. */
type PropertyOf<Name> = Name extends `VOLANT_${infer Rest}`
  ? CamelCase<Lowercase<Rest>>
  : CamelCase<Lowercase<Name & string>>;
type Properties<Values> = { readonly [Name in keyof Values as PropertyOf<Name>]: Values[Name] };

function propertyOf(name: string): string {
  return name
    .replace(/^VOLANT_/, '')
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

interface SettingsDefinition<Shape extends z.ZodRawShape, Own extends object> {
  /** Default port; different for each process, so that they start beside each other. */
  readonly port: number;
  /** Default host of the operations port; `HOST` if absent. */
  readonly operationsHost?: string;
  /** Default log level; `info` if absent. */
  readonly logLevel?: string;
  /** This process's own settings; each becomes a property, `VOLANT_DATA_DIR` the property `dataDir`. */
  readonly shape: Shape;
  /** Names of the shape that may also be set as a file. */
  readonly secrets?: readonly string[];
  readonly rules: readonly SettingsRule[];
  /**
   * Properties made of several settings.
   * @throws EnvironmentError for settings that contradict each other
   */
  readonly own?: (given: Given<Shape> & Given<typeof PROCESS_SHAPE>) => Own;
}

/** Builds the settings reader of a process from the common settings and its own. */
export function settingsReader<Shape extends z.ZodRawShape, Own extends object = object>(
  definition: SettingsDefinition<Shape, Own>,
): SettingsReader<ProcessSettings & Properties<Given<Shape>> & Own> {
  const ofAll = { ...PROCESS_SHAPE, PORT: port.default(definition.port) };
  const schema = z.object(ofAll).and(z.object(definition.shape));
  const secrets = [...SERVER_SECRETS, ...(definition.secrets ?? [])];
  const names = new Set([...Object.keys({ ...ofAll, ...definition.shape }), ...secrets.map((name) => `${name}_FILE`)]);
  const plain = [...names].filter((name) => !secrets.includes(name));
  const rules = [...definition.rules, serverRules, refuseUnknown(names), refuseQuoted(plain)];
  const read = (environment: Environment) => {
    const given = parseEnvironment(schema, environment, { secrets, rules });
    return {
      host: given.HOST,
      migrations: given.VOLANT_MIGRATIONS,
      port: given.PORT,
      operationsHost: given.VOLANT_OPERATIONS_HOST ?? definition.operationsHost ?? given.HOST,
      operationsPort: given.VOLANT_OPERATIONS_PORT ?? OPERATIONS_PORT,
      operationsPortIsSet: given.VOLANT_OPERATIONS_PORT !== undefined,
      logLevel: given.VOLANT_LOG_LEVEL ?? definition.logLevel ?? 'info',
      servers: serverSettingsOf(given),
      environment,
      ...(Object.fromEntries(
        Object.keys(definition.shape).map((name) => [propertyOf(name), (given as Record<string, unknown>)[name]]),
      ) as Properties<Given<Shape>>),
      ...(definition.own?.(given) as Own),
    };
  };
  return Object.assign(read, { names });
}

/** Refuses values that were copied with quotes: files of settings for containers keep them. */
function refuseQuoted(names: readonly string[]): SettingsRule {
  return (given) =>
    names
      .filter((name) => isQuoted(given[name] ?? ''))
      .map((name) => `${name}: has quotes around it, which are part of the value here`);
}

function isQuoted(value: string): boolean {
  const [first = ''] = value;
  return value.length > 1 && `"'`.includes(first) && value.endsWith(first);
}

/** Requires real servers for data shared between processes; an embedded adapter would not be shared. */
export function needsServers(...needed: readonly Server[]): SettingsRule {
  return (given) =>
    needed
      .filter((server) => given[SERVER_ADDRESSES[server]] === undefined)
      .map((server) => `${SERVER_ADDRESSES[server]}: is required for a process of its own`);
}
