import { SettingError } from '../process/settings/server-errors.ts';

/** Codes of OpenSSL and Node for an untrusted certificate. */
const UNTRUSTED = /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|INVALID_CA)/;
/** Codes that result from speaking TLS to a server that does not. */
const NOT_SPOKEN = /^(EPROTO|ERR_SSL_)/;

/** The certificate is for another host name. */
const ANOTHER_HOST = /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;

/** The TLS problem behind a connection failure, if it is one; `code` is OpenSSL's or Node's. */
export function tlsProblem(
  error: unknown,
): { readonly kind: 'untrusted' | 'another host' | 'not spoken'; readonly code: string } | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = causeOf(at), depth += 1) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code !== 'string') continue;
    if (ANOTHER_HOST.test(code)) return { kind: 'another host', code };
    if (UNTRUSTED.test(code)) return { kind: 'untrusted', code };
    if (NOT_SPOKEN.test(code)) return { kind: 'not spoken', code };
  }
  return undefined;
}

/** An attempt for several addresses has an error for each. */
function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}

/**
 * The setting to change because of a TLS problem; undefined if the error is none.
 * @param server as in the settings, such as `REDIS`
 * @param place of the server, as shown to operators
 */
export function tlsSettingError(server: string, place: string, error: unknown): SettingError | undefined {
  const tls = tlsProblem(error);
  const options = { cause: error };
  if (tls?.kind === 'untrusted') {
    const sentence = `${place} shows a certificate that cannot be trusted (${tls.code}).`;
    return new SettingError(`VOLANT_${server}_TLS_CA_FILE`, sentence, options);
  }
  if (tls?.kind === 'another host') {
    const sentence = `${place} shows a certificate for another host name (${tls.code}).`;
    return new SettingError(`VOLANT_${server}_URL`, sentence, options);
  }
  return tls && new SettingError(`VOLANT_${server}_URL`, `${place} does not speak TLS (${tls.code}).`, options);
}
