import { describe, expect, it } from 'vitest';
import { type Attempt, explain, isRefusal } from './errors.ts';

const attempt: Attempt = {
  brokers: ['kafka-1:9092', 'kafka-2:9092'],
  username: 'volant',
  mechanism: 'plain',
  tls: true,
};

function failure(name: string, message: string, more: object = {}, cause?: Error): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), { name }, more);
}
const wrapped = (cause: Error) => failure('KafkaJSNonRetriableError', cause.message, {}, cause);

describe('errors of Kafka', () => {
  it.each([
    ['VOLANT_KAFKA_PASSWORD', failure('KafkaJSSASLAuthenticationError', 'SASL PLAIN SASL authentication failed')],
    [
      'VOLANT_KAFKA_SASL_MECHANISM',
      failure('KafkaJSSASLAuthenticationError', 'SASL PLAIN mechanism is not supported by the server'),
    ],
    ['VOLANT_KAFKA_USERNAME', failure('KafkaJSProtocolError', 'Not allowed', { type: 'ILLEGAL_SASL_STATE' })],
    ['VOLANT_KAFKA_USERNAME', failure('KafkaJSProtocolError', 'No', { type: 'CLUSTER_AUTHORIZATION_FAILED' })],
    [
      'VOLANT_KAFKA_TLS_CA_FILE',
      failure('KafkaJSConnectionError', 'Connection error: expired', { code: 'CERT_HAS_EXPIRED' }),
    ],
    [
      'VOLANT_KAFKA_TLS',
      failure('KafkaJSConnectionError', 'Connection error: wrong', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    ],
    [
      'VOLANT_KAFKA_REPLICATION_FACTOR',
      failure('KafkaJSAggregateError', 'Topic creation errors', {
        errors: [failure('KafkaJSCreateTopicError', 'too many', { type: 'INVALID_REPLICATION_FACTOR' })],
      }),
    ],
  ])('names %s at any depth of the error chain', (setting, error) => {
    for (const given of [error, wrapped(wrapped(error))]) {
      expect(explain(given, attempt)).toMatchObject({ name: 'SettingError', setting });
    }
  });

  it('treats any other error as an outage and names the addresses', () => {
    const error = explain(failure('KafkaJSConnectionError', 'Connection error: connect ECONNREFUSED'), attempt);
    expect(error).toMatchObject({ name: 'ServerUnreachable', server: 'Kafka' });
    expect(error.message).toContain('kafka-1:9092, kafka-2:9092');
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('guesses why a server closes the connection at once', () => {
    const closed = failure('KafkaJSConnectionClosedError', 'Closed connection');
    expect(explain(closed, { ...attempt, username: undefined, tls: false }).message).toContain('TLS');
    expect(explain(closed, attempt).message).not.toContain('does it want');
  });

  it('distinguishes rejected records from an outage', () => {
    expect(isRefusal(wrapped(failure('KafkaJSProtocolError', 'large', { type: 'MESSAGE_TOO_LARGE' })))).toBe(true);
    expect(isRefusal(failure('KafkaJSProtocolError', 'away', { type: 'NOT_ENOUGH_REPLICAS' }))).toBe(false);
  });
});
