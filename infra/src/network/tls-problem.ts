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
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code !== 'string') continue;
    if (ANOTHER_HOST.test(code)) return { kind: 'another host', code };
    if (UNTRUSTED.test(code)) return { kind: 'untrusted', code };
    if (NOT_SPOKEN.test(code)) return { kind: 'not spoken', code };
  }
  return undefined;
}
