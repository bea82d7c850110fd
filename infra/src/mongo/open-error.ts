import { causesOf, textOf } from '../network/causes.ts';
import { tlsSettingError } from '../network/tls-problem.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';

const URL_SETTING = 'VOLANT_MONGODB_URL';
const PASSWORD_SETTING = 'VOLANT_MONGODB_PASSWORD';
const USERNAME_SETTING = 'VOLANT_MONGODB_USERNAME';

const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;
/** Hosted servers send this instead of the two codes above. */
const HOSTED_REFUSAL = 8000;

const PARSE_ERRORS: ReadonlySet<string> = new Set([
  'MongoParseError',
  'MongoAPIError',
  'MongoInvalidArgumentError',
  'MongoMissingCredentialsError',
]);

/** Translates the failure of a first connection for the operator. Contains addresses, never secrets. */
export function openError(error: unknown, url: string, database: string): SettingError | ServerUnreachable {
  const causes = causesOf(error);
  const options = { cause: error };
  const codes = new Set(causes.map((cause): unknown => Reflect.get(cause, 'code')));

  const refused = tlsSettingError('MONGODB', 'the server', error);
  if (refused !== undefined) return refused;
  if (codes.has(AUTHENTICATION_FAILED) || codes.has(HOSTED_REFUSAL)) {
    return new SettingError(PASSWORD_SETTING, 'the server refuses this user name with this password', options);
  }
  if (codes.has(UNAUTHORIZED)) {
    return new SettingError(USERNAME_SETTING, `the user may not read and write the database ${database}`, options);
  }
  if (causes.some((cause) => PARSE_ERRORS.has(textOf(cause, 'name') ?? ''))) {
    return new SettingError(URL_SETTING, 'it is no address of a MongoDB server, such as mongodb://host:27017', options);
  }
  const reason = causes.flatMap((cause) => textOf(cause, 'code') ?? []).at(-1) ?? 'no server takes writes';
  const sentence = `${withoutSecrets(url)} does not answer (${URL_SETTING}): ${reason}.`;
  return new ServerUnreachable('MongoDB', sentence, options);
}

function withoutSecrets(url: string): string {
  const [address = ''] = url.split('?', 1);
  return address.replace(/\/\/[^@/]*@/, '//');
}
