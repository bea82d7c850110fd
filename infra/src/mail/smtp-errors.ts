import { tlsSettingError } from '../network/tls-problem.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';

/** nodemailer's failure without its texts, which contain addresses of people. */
export interface SmtpFailure {
  readonly code: string | undefined;
  readonly command: string | undefined;
  readonly responseCode: number | undefined;
}

export function failureOf(error: unknown): SmtpFailure {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const [code, command, responseCode] = [read('code'), read('command'), read('responseCode')];
  return {
    code: typeof code === 'string' ? code : undefined,
    command: typeof command === 'string' ? command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}

/** 4xx responses and broken connections may succeed on retry; 5xx is final. */
export function isTemporary({ responseCode }: SmtpFailure): boolean {
  return responseCode === undefined || responseCode < 500;
}

/** Classifies a failure: an operator has to change a setting, or the process waits for the server. */
export function openError(error: unknown, address: string): SettingError | ServerUnreachable {
  const options = { cause: error };
  const failure = failureOf(error);
  if (failure.code === 'EAUTH' && !isTemporary(failure)) {
    return new SettingError('VOLANT_SMTP_PASSWORD', `${address} refuses this user name and password.`, options);
  }
  if (failure.code === 'ENOAUTH') {
    return new SettingError('VOLANT_SMTP_PASSWORD', 'is missing beside VOLANT_SMTP_USERNAME.', options);
  }
  const refused = tlsSettingError('SMTP', address, error);
  if (refused !== undefined) return refused;
  if (failure.command === 'STARTTLS' || failure.code === 'ETLS') {
    const sentence = `${address} offers no TLS, without which user name and password are not sent.`;
    return new SettingError('VOLANT_SMTP_URL', sentence, options);
  }
  const message = error instanceof Error ? error.message : String(error);
  const sentence = `${address} does not answer as it should (VOLANT_SMTP_URL): ${message}.`;
  return new ServerUnreachable('SMTP', sentence, options);
}
