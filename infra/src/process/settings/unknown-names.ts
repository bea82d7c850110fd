import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { SettingsRule } from './environment.ts';

/** Settings that only some processes read; the processes of a cluster may share one environment. */
export const NAMES_OF_SOME: readonly string[] = [
  'VOLANT_ALLOWED_ORIGINS',
  'VOLANT_ANALYTICS_URL',
  'VOLANT_ANSWER_RESET_TOKEN',
  'VOLANT_BACKUP_DIR',
  'VOLANT_BACKUP_EVERY_HOURS',
  'VOLANT_BACKUP_KEEP',
  'VOLANT_COLLECT_URL',
  'VOLANT_COPY_DIR',
  'VOLANT_DATA_DIR',
  'VOLANT_DEMO',
  'VOLANT_EVENTS_PER_MINUTE',
  'VOLANT_GRAPHQL',
  'VOLANT_GRAPHQL_OPERATIONS',
  'VOLANT_IDENTITY_URL',
  'VOLANT_INTERNAL_SECRET',
  'VOLANT_INTERNAL_SECRET_FILE',
  'VOLANT_MAX_PAGES_PER_DRIVER',
  'VOLANT_NETWORK_LIMITS_TIMES',
  'VOLANT_NEUTRAL_FORGOT_PASSWORD',
  'VOLANT_ORIGIN',
  'VOLANT_PAGES_URL',
  'VOLANT_RETENTION_MONTHS',
  'VOLANT_SEALING_SECRETS',
  'VOLANT_SEALING_SECRETS_FILE',
  'VOLANT_SECOND_FACTOR',
  'VOLANT_SESSION_KEYS',
  'VOLANT_SESSION_KEYS_FILE',
  'VOLANT_SIGNING_KEY',
  'VOLANT_SIGNING_KEY_FILE',
  'VOLANT_SITE_FILE',
  'VOLANT_SPOOL_DIR',
  'VOLANT_SPOOL_MEGABYTES',
  'VOLANT_SUPERADMIN_EMAIL',
  'VOLANT_SUPERADMIN_PASSWORD',
  'VOLANT_SUPERADMIN_PASSWORD_FILE',
  'VOLANT_SUPPORT_INBOUND_SECRET',
  'VOLANT_SUPPORT_INBOUND_SECRET_FILE',
  'VOLANT_SUPPORT_MAILBOX',
  'VOLANT_SUPPORT_URL',
  'VOLANT_TRUSTED_PROXIES',
  'VOLANT_WEBHOOK_PRIVATE_HOSTS',
];
/** The tests' own settings; the products they start inherit them. */
const OF_TESTS = /^VOLANT_TEST_/;
/** Kubernetes describes a service called `volant-…` to every container in such variables. */
const OF_KUBERNETES = /_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Refuses misspelled settings, which would have no effect, with the nearest name that exists. */
export function refuseUnknown(ownNames: Iterable<string>): SettingsRule {
  const known = new Set([...ownNames, ...NAMES_OF_SOME]);
  return (given) =>
    Object.entries(given)
      .filter(([name]) => name.startsWith('VOLANT_') && !known.has(name))
      .filter(([name, value]) => !OF_TESTS.test(name) && !OF_KUBERNETES.test(name) && !SERVICE_ADDRESS.test(value))
      .map(([name]) => {
        const [nearest] = suggestionList(name, [...known]);
        return `${name}: no setting has this name${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
      });
}
