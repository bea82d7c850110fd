import { MAX_PAGES_PER_DRIVER } from '@volant/pages/page/page-limit';
import { productVersion } from './product-version.ts';

const SETTINGS = {
  HOST: 'address to listen on (127.0.0.1)',
  PORT: 'port to listen on (3000)',
  VOLANT_ANSWER_RESET_TOKEN: 'on: answers tokens of reset links; for developers (off)',
  VOLANT_BACKUP_DIR: 'directory of backups by schedule; none without it',
  VOLANT_BACKUP_EVERY_HOURS: 'hours between them (24)',
  VOLANT_BACKUP_KEEP: 'how many are kept (7)',
  VOLANT_BREAK_GLASS_EMAIL: 'the only account of the team with a password; with the settings below',
  VOLANT_DATA_DIR: 'directory of all data (./data)',
  VOLANT_DEMO: 'off: no demo data; on: demands it',
  VOLANT_EVENTS_PER_MINUTE: 'scans and taps accepted from one address (120)',
  VOLANT_GRAPHQL: 'open: any operation; listed: only known ones',
  VOLANT_GRAPHQL_OPERATIONS: 'file or directory of further listed operations',
  VOLANT_LOG_LEVEL: 'debug, info, warn, error or silent (warn)',
  VOLANT_MAIL_FROM: 'sender of mails, such as Volant <hello@volant.example>',
  VOLANT_MAX_PAGES_PER_DRIVER: `pages that a driver may create (${MAX_PAGES_PER_DRIVER})`,
  VOLANT_MIGRATIONS: 'await: waits for npm run migrate (run)',
  VOLANT_NETWORK_LIMITS_TIMES: 'multiple of the limits of one network, such as sign-ups (1)',
  VOLANT_NEUTRAL_FORGOT_PASSWORD: 'on: does not say whether an address has an account (off)',
  VOLANT_OFFSITE_ACCESS_KEY: 'access key of that S3',
  VOLANT_OFFSITE_DRILL_MEGABYTES: 'most that a nightly drill fetches (4000)',
  VOLANT_OFFSITE_KEEP_DAYS: 'days of which each minute can be restored (30)',
  VOLANT_OFFSITE_KEEP_MONTHS: 'months of which one day can be restored (3)',
  VOLANT_OFFSITE_PASSPHRASE: 'encrypts that backup; keep a copy elsewhere',
  VOLANT_OFFSITE_REGION: 'region of that S3 (as it says)',
  VOLANT_OFFSITE_SECRET_KEY: 'secret key of that S3',
  VOLANT_OFFSITE_URL: 'place of the continuous backup: s3://host/bucket or file:///directory',
  VOLANT_OPENID_ADMIN: 'values of the claim that give this role, with commas',
  VOLANT_OPENID_CLAIM: 'claim of OpenID Connect that names roles (groups)',
  VOLANT_OPENID_CLIENT: 'client id of Volant there',
  VOLANT_OPENID_DOMAINS: 'domains of the team’s addresses, with commas',
  VOLANT_OPENID_ISSUER: 'server of OpenID Connect in which the team signs in',
  VOLANT_OPENID_NAME: 'what people call it',
  VOLANT_OPENID_SECRET: 'client secret, or …_FILE',
  VOLANT_OPENID_SUPERADMIN: 'as VOLANT_OPENID_ADMIN',
  VOLANT_OPENID_SUPPORT: 'as VOLANT_OPENID_ADMIN',
  VOLANT_OPERATIONS_HOST: 'address for /health, /ready and /metrics (127.0.0.1)',
  VOLANT_OPERATIONS_PORT: 'their port (9464)',
  VOLANT_ORIGIN: 'public address, such as https://volant.example',
  VOLANT_RETENTION_MONTHS: 'months for which events and figures are kept (25)',
  VOLANT_SECOND_FACTOR: 'staff: the team needs a second factor (optional)',
  VOLANT_SITE_FILE: 'file with the shop, social addresses and company',
  VOLANT_SUPERADMIN_EMAIL: 'address of the first administrator',
  VOLANT_SUPERADMIN_PASSWORD: 'their password, or …_FILE',
  VOLANT_SUPPORT_INBOUND_SECRET: 'signs letters to the support, or …_FILE',
  VOLANT_SUPPORT_MAILBOX: 'mailbox that answers to the support come to',
  VOLANT_TRUSTED_PROXIES: 'addresses of proxies in front, such as 127.0.0.1',
  VOLANT_WEBHOOK_PRIVATE_HOSTS: 'receivers of webhooks in your own network',
};

/** The settings that the text describes; those of servers are only mentioned. */
export const DESCRIBED: readonly string[] = Object.keys(SETTINGS);

const COMMANDS = [
  'superadmin',
  'second-factor',
  'backup',
  'restore',
  'export',
  'import',
  'demo',
  'rebuild',
  'replay',
  'dead-letters',
];

function helpText(version: string): string {
  const width = Math.max(...DESCRIBED.map(({ length }) => length)) + 2;
  const lines = Object.entries(SETTINGS).map(([name, text]) => `  ${name.padEnd(width)}${text}`);
  return `Volant ${version}: contact-card pages for professional drivers.

Usage: npm start [-- --help | --version]

It takes its settings from the environment, with their defaults in brackets:
${lines.join('\n')}
Real servers instead of the data directory, such as VOLANT_SMTP_URL: docs/reference/operators.md

Commands: ${COMMANDS.map((name) => `npm run ${name}`).join(', ')}
How to run it: docs/guide/one-machine.md and docs/operations.md
`;
}

/** The answer to a command line that does not start the product; undefined if it does. */
export async function answerTo(args: readonly string[]): Promise<{ text: string; isProblem: boolean } | undefined> {
  const [first] = args;
  if (first === undefined) return undefined;
  const version = await productVersion();
  if (args.length === 1 && (first === '--help' || first === '-h')) return { text: helpText(version), isProblem: false };
  if (args.length === 1 && first === '--version') return { text: `${version}\n`, isProblem: false };
  return {
    text: `There are no options but --help and --version; settings are environment variables.\n`,
    isProblem: true,
  };
}
