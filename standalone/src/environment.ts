import { EVENT_LIMIT_SHAPE } from '@volant/analytics/collect/flood-limit';
import { RETENTION_SHAPE } from '@volant/analytics/rollups/retention';
import { GRAPHQL_SHAPE } from '@volant/gateway/graphql/operation-files';
import { IDENTITY_FEATURES } from '@volant/identity/features';
import { openIdOf } from '@volant/identity/openid/settings';
import { superadminOf } from '@volant/identity/roles/superadmin-settings';
import { settingsOf } from '@volant/infra/features/gather';
import { ENVIRONMENT, EnvironmentError } from '@volant/infra/process/settings/environment';
import { onOff, proxies, publicOrigin, settingsReader } from '@volant/infra/process/settings/process-settings';
import { PAGES_FEATURES } from '@volant/pages/features';
import { SUPPORT_FEATURES } from '@volant/support/features';
import { z } from 'zod';
import { BACKUP_SHAPE, backupIsEmbedded, HOLDING_SERVERS } from './backup/backup-settings.ts';
import { OFFSITE_SECRETS, OFFSITE_SHAPE, offsiteRules } from './offsite/offsite-settings.ts';

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
  // The demo is written by accounts of the staff that have none.
  if (settings.VOLANT_SECOND_FACTOR === 'staff') return 'VOLANT_SECOND_FACTOR is staff';
  const server = HOLDING_SERVERS.find((name) => settings[name] !== undefined);
  return server === undefined ? undefined : `${server} names a real server`;
}

interface ReachSettings {
  readonly HOST: string;
  readonly VOLANT_TRUSTED_PROXIES: readonly string[];
  readonly VOLANT_ORIGIN?: string | undefined;
}

type DemoSettings = ReachSettings & { readonly VOLANT_SECOND_FACTOR?: string } & Partial<
    Readonly<Record<(typeof HOLDING_SERVERS)[number], unknown>>
  >;

/** Why these settings contradict each other; empty if they do not. */
function contradictions(given: DemoSettings & { VOLANT_DEMO?: unknown; VOLANT_ANSWER_RESET_TOKEN: boolean }): string[] {
  const demo = given.VOLANT_DEMO === true ? reasonAgainstDemo(given) : undefined;
  const reached = given.VOLANT_ANSWER_RESET_TOKEN ? reasonOthersReach(given) : undefined;
  return [
    ...(demo === undefined ? [] : [`VOLANT_DEMO: demo data has known passwords and is refused when ${demo}`]),
    ...(reached === undefined
      ? []
      : [`VOLANT_ANSWER_RESET_TOKEN: would let anybody into any account and is refused when ${reached}`]),
  ];
}

const ofFeatures = settingsOf([...IDENTITY_FEATURES, ...PAGES_FEATURES, ...SUPPORT_FEATURES]);

/**
 * Demo data is written unless `VOLANT_DEMO=off`. If other machines can reach the product, even through a proxy, or if
 * it uses real servers, the demo is off by default and refused if requested.
 */
export const readSettings = settingsReader({
  port: 3000,
  // Other machines reach the product if HOST says so, but not its metrics.
  operationsHost: '127.0.0.1',
  // A terminal shows what a person should act on.
  logLevel: 'warn',
  shape: {
    VOLANT_DATA_DIR: z.string().default('./data'),
    VOLANT_DEMO: onOff.optional(),
    VOLANT_TRUSTED_PROXIES: proxies,
    /** Public origin of all links, to which screens requested at another host redirect. */
    VOLANT_ORIGIN: publicOrigin.optional(),
    /** Whether a forgotten-password request for an unknown address is answered like one for a known address. */
    VOLANT_NEUTRAL_FORGOT_PASSWORD: onOff.default(false),
    /** For developers only: includes a reset link's token in the response. */
    VOLANT_ANSWER_RESET_TOKEN: onOff.default(false),
    /** JSON file with the shop, social and company data of the site. */
    VOLANT_SITE_FILE: z.string().optional(),
    ...GRAPHQL_SHAPE,
    /** By default any in demo mode, otherwise only listed ones. */
    VOLANT_GRAPHQL: GRAPHQL_SHAPE.VOLANT_GRAPHQL.optional(),
    ...ofFeatures.shape,
    ...EVENT_LIMIT_SHAPE,
    ...RETENTION_SHAPE,
    ...BACKUP_SHAPE,
    ...OFFSITE_SHAPE,
  },
  secrets: [...ofFeatures.secrets, ...OFFSITE_SECRETS],
  rules: [...ofFeatures.rules, backupIsEmbedded, offsiteRules],
  own(given) {
    const problems = contradictions(given);
    if (problems.length > 0) throw new EnvironmentError(problems);
    return {
      /** Whether demo data is allowed; it is written into an empty data directory. */
      demo: given.VOLANT_DEMO !== false && reasonAgainstDemo(given) === undefined,
      superadmin: superadminOf(given),
      openId: openIdOf(given),
    };
  },
});

export type StandaloneSettings = ReturnType<typeof readSettings>;

export function settingsOfProcess(): StandaloneSettings {
  return readSettings(ENVIRONMENT);
}
