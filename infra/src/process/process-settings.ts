import { z } from 'zod';
import type { Migrations } from '../adapters/adapters.ts';
import { internalSecrets, MIN_SECRET_LENGTH } from '../auth/assertion.ts';
import { parseEnvironment, type SettingsReader, type SettingsRule, settingsReaderOf } from './environment.ts';
import type { Environment } from './secret-files.ts';
import { SERVER_ADDRESSES, type Server, type ServerSettings, serverSettingsOf } from './server-settings.ts';
import { SERVER_SECRETS, SERVER_SHAPE, serverRules } from './server-shape.ts';

export const port = z.coerce.number({ message: 'must be a port number' }).int().min(0).max(65_535);

export const onOff = z.enum(['on', 'off'], { message: 'must be "on" or "off"' });

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
export const publicOrigin = z.url({
  protocol: /^https?$/,
  message: 'must be an address such as https://volant.example',
});

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
  VOLANT_OPERATIONS_PORT: port.default(9464),
  VOLANT_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  VOLANT_MIGRATIONS: z.enum(['run', 'await'], { message: 'must be "run" or "await"' }).default('run'),
  /** During a rotation, a second line holds the other secret, which is accepted too. */
  VOLANT_INTERNAL_SECRET: z
    .string()
    .refine(
      (setting) => internalSecrets(setting).every(({ length }) => length >= MIN_SECRET_LENGTH),
      `must have at least ${MIN_SECRET_LENGTH} characters (each line of them); npm run keys makes one`,
    ),
};

export interface ProcessSettings {
  readonly host: string;
  readonly port: number;
  /** Port of /health, /ready, /serving and /metrics. */
  readonly operationsPort: number;
  readonly logLevel: string;
  readonly internalSecret: string;
  readonly servers: ServerSettings;
  /** Whether to create missing indexes and tables at the start, or to wait until the command has created them. */
  readonly migrations: Migrations;
  /** For OpenTelemetry, which reads its own settings. */
  readonly environment: Environment;
}

interface SettingsDefinition<Shape extends z.ZodRawShape, Own> {
  /** Default port; different for each process, so that they start beside each other. */
  readonly port: number;
  /** This process's own settings. */
  readonly shape: Shape;
  /** Names of the shape that may also be set as a file. */
  readonly secrets?: readonly string[];
  readonly rules: readonly SettingsRule[];
  readonly own: (given: z.infer<z.ZodObject<Shape>>) => Own;
}

/** Builds the settings reader of a process from the common settings and its own. */
export function settingsReader<Shape extends z.ZodRawShape, Own>(
  definition: SettingsDefinition<Shape, Own>,
): SettingsReader<ProcessSettings & Own> {
  const ofAll = { ...PROCESS_SHAPE, PORT: port.default(definition.port) };
  const schema = z.object(ofAll).and(z.object(definition.shape));
  const secrets = [...SERVER_SECRETS, 'VOLANT_INTERNAL_SECRET', ...(definition.secrets ?? [])];
  return settingsReaderOf({ ...ofAll, ...definition.shape }, secrets, (environment) => {
    const given = parseEnvironment(schema, environment, { secrets, rules: definition.rules });
    return {
      host: given.HOST,
      migrations: given.VOLANT_MIGRATIONS,
      port: given.PORT,
      operationsPort: given.VOLANT_OPERATIONS_PORT,
      logLevel: given.VOLANT_LOG_LEVEL,
      internalSecret: given.VOLANT_INTERNAL_SECRET,
      servers: serverSettingsOf(given),
      environment,
      ...definition.own(given),
    };
  });
}

/** Requires real servers for data shared between processes; an embedded adapter would not be shared. */
export function needsServers(...needed: readonly Server[]): SettingsRule {
  return (given) => [
    ...needed
      .filter((server) => given[SERVER_ADDRESSES[server]] === undefined)
      .map((server) => `${SERVER_ADDRESSES[server]}: is required for a process of its own`),
    ...serverRules(given),
  ];
}
