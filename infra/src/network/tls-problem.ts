import { SettingError } from '../process/settings/server-errors.ts';
import { causesOf, textOf } from './causes.ts';

/** Codes of OpenSSL and Node, and their texts for libraries that replace the code. */
const ANOTHER_HOST = /^ERR_TLS_CERT_ALTNAME_INVALID|^HOSTNAME_MISMATCH|does not match certificate's altnames/;
const UNTRUSTED =
  /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|INVALID_CA)|self-signed certificate|unable to verify|unable to get (local )?issuer/;
const UNREADABLE = /^ERR_OSSL_(PEM|ASN1|X509)/;
/** Results from speaking TLS to a server that does not. */
const NOT_SPOKEN = /^(EPROTO|ERR_SSL_)|wrong version number/;

/**
 * The setting to change because of a TLS problem; undefined if the error is none.
 * @param server as in the settings, such as `REDIS`
 * @param place of the server, as shown to operators
 */
export function tlsSettingError(
  server: string,
  place: string,
  error: unknown,
  settings: { readonly address?: string; readonly tls?: string } = {},
): SettingError | undefined {
  const { address = `VOLANT_${server}_URL`, tls = address } = settings;
  const ca = `VOLANT_${server}_TLS_CA_FILE`;
  const problems = [
    [ANOTHER_HOST, address, 'shows a certificate for another host name'],
    [UNTRUSTED, ca, 'shows a certificate that cannot be trusted'],
    [UNREADABLE, ca, 'cannot be verified with the file, which holds no readable certificate'],
    [NOT_SPOKEN, tls, 'does not speak TLS from the first byte'],
  ] as const;
  for (const text of causesOf(error).flatMap((cause) => [textOf(cause, 'code'), textOf(cause, 'message')])) {
    const [, setting, sentence] = problems.find(([pattern]) => pattern.test(text ?? '')) ?? [];
    if (setting === undefined) continue;
    return new SettingError(setting, `${place} ${sentence} (${text?.trim()}).`, { cause: error });
  }
  return undefined;
}
