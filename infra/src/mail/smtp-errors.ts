import { tlsProblem } from '../network/tls-problem.ts';
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
  const message = error instanceof Error ? error.message : String(error);
  const tls = tlsProblem(error);
  if (tls?.kind === 'another host' || /does not match certificate's altnames/.test(message)) {
    return new SettingError('VOLANT_SMTP_URL', `${address} shows a certificate for another host name.`, options);
  }
  if (tls?.kind === 'untrusted' || /self-signed certificate|unable to verify/.test(message)) {
    const sentence = `${address} shows a certificate that cannot be trusted (${tls?.code ?? message}).`;
    return new SettingError('VOLANT_SMTP_TLS_CA_FILE', sentence, options);
  }
  if (tls?.kind === 'not spoken' || /wrong version number/.test(message)) {
    return new SettingError('VOLANT_SMTP_URL', `no TLS is spoken at once at ${address}: write smtp.`, options);
  }
  if (failure.command === 'STARTTLS' || failure.code === 'ETLS') {
    const sentence = `${address} offers no TLS, without which user name and password are not sent.`;
    return new SettingError('VOLANT_SMTP_URL', sentence, options);
  }
  return new ServerUnreachable(
    'SMTP',
    `${address} does not answer as it should (VOLANT_SMTP_URL): ${message}.`,
    options,
  );
}
