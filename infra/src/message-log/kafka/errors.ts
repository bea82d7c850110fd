import { causesOf, textOf } from '../../network/causes.ts';
import { tlsSettingError } from '../../network/tls-problem.ts';
import { ServerUnreachable, SettingError } from '../../process/settings/server-errors.ts';

/** Kafka's names for rejected records: a retry would be rejected too. */
const REFUSALS = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD', 'POLICY_VIOLATION'];

/** Whether the server rejected the records themselves or the right to write them. */
export function isRefusal(error: unknown): boolean {
  return linksOf(error).some(
    ({ type }) => type !== undefined && (REFUSALS.includes(type) || type.endsWith('_AUTHORIZATION_FAILED')),
  );
}

/** The error, then its causes. `type` is Kafka's name of an error. */
function linksOf(error: unknown) {
  return causesOf(error).map((cause) => ({
    name: textOf(cause, 'name'),
    message: textOf(cause, 'message') ?? '',
    type: textOf(cause, 'type'),
  }));
}

export interface Attempt {
  readonly brokers: readonly string[];
  readonly username: string | undefined;
  readonly mechanism: string;
  readonly tls: boolean;
}

/** Distinguishes wrong settings from outages, in words that an operator can act on. */
export function explain(error: unknown, attempt: Attempt): SettingError | ServerUnreachable {
  const links = linksOf(error);
  const address = attempt.brokers.join(', ');
  const problem = settingOf(links, attempt);
  if (problem !== undefined)
    return new SettingError(problem.setting, `${address} ${problem.sentence}`, { cause: error });
  const settings = { address: 'VOLANT_KAFKA_BROKERS', tls: 'VOLANT_KAFKA_TLS' };
  const refused = tlsSettingError('KAFKA', address, error, settings);
  if (refused !== undefined) return refused;
  const closed = links.some(({ name }) => name === 'KafkaJSConnectionClosedError');
  const plain = links.some(({ message }) => message.includes('before secure TLS connection'));
  const reason = plain
    ? 'the connection is closed at once; does it speak TLS (VOLANT_KAFKA_TLS)?'
    : closed
      ? `the connection is closed at once${hintOf(attempt)}`
      : (links.at(-1)?.message ?? String(error));
  return new ServerUnreachable('Kafka', `${address} does not answer (VOLANT_KAFKA_BROKERS): ${reason}`, {
    cause: error,
  });
}

function settingOf(
  links: ReturnType<typeof linksOf>,
  attempt: Attempt,
): { setting: string; sentence: string } | undefined {
  const saying = (part: string) => links.some(({ message }) => message.includes(part));
  const user = attempt.username === undefined ? 'a client without a user name' : 'this user';
  if (saying('mechanism is not supported') || links.some(({ type }) => type === 'UNSUPPORTED_SASL_MECHANISM')) {
    return { setting: 'VOLANT_KAFKA_SASL_MECHANISM', sentence: `does not offer ${attempt.mechanism}.` };
  }
  if (links.some(({ type }) => type === 'ILLEGAL_SASL_STATE')) {
    return { setting: 'VOLANT_KAFKA_USERNAME', sentence: 'wants no user name and password.' };
  }
  if (
    links.some(({ name, type }) => name === 'KafkaJSSASLAuthenticationError' || type === 'SASL_AUTHENTICATION_FAILED')
  ) {
    return { setting: 'VOLANT_KAFKA_PASSWORD', sentence: 'refuses this user name and password.' };
  }
  const refused = links.find(({ type }) => type?.endsWith('_AUTHORIZATION_FAILED'));
  if (refused !== undefined) {
    return { setting: 'VOLANT_KAFKA_USERNAME', sentence: `does not allow ${user} what is needed: ${refused.message}.` };
  }
  if (links.some(({ type }) => type === 'INVALID_REPLICATION_FACTOR')) {
    return {
      setting: 'VOLANT_KAFKA_REPLICATION_FACTOR',
      sentence: 'has fewer servers than a topic is to have copies.',
    };
  }
  return undefined;
}

function hintOf({ username, tls }: Attempt): string {
  const missing = [...(tls ? [] : ['TLS (VOLANT_KAFKA_TLS)']), ...(username === undefined ? ['a user name'] : [])];
  return missing.length === 0 ? '' : `; does it want ${missing.join(' or ')}?`;
}
