import type { FastifyRequest } from 'fastify';

/** Alternating header names and values, the format of `ServerResponse.writeHead`. */
export type FlatHeaders = readonly string[];

export const APPLICATION_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  // Forms are only submitted by script. A submission before the script has loaded would put passwords into the URL.
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For data responses: they may not run or load anything. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** For uploaded files. */
export const UPLOAD_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For pages that search engines should not list. */
export const NO_INDEX: FlatHeaders = ['X-Robots-Tag', 'noindex'];

const HSTS: FlatHeaders = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];
const NOTHING: FlatHeaders = [];

export function securityHeaders(contentSecurityPolicy: string): FlatHeaders {
  return [
    'Content-Security-Policy',
    contentSecurityPolicy,
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    'strict-origin',
    'Permissions-Policy',
    'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
  ];
}

export interface EdgeSettings {
  readonly trustedProxies: readonly string[];
  readonly allowedOrigins: readonly string[];
}

/** Headers that depend on the request: HSTS for https, CORS for the listed origins. */
export function edgeHeadersFor({ trustedProxies, allowedOrigins }: EdgeSettings): (r: FastifyRequest) => FlatHeaders {
  const origins = new Set(allowedOrigins);
  const behindProxy = trustedProxies.length > 0;

  return (request) => {
    // Only a trusted proxy can report that the browser used https.
    const secure =
      behindProxy && request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'https'
        ? HSTS
        : NOTHING;
    if (origins.size === 0) return secure;

    const origin = request.headers.origin;
    if (origin === undefined || !origins.has(origin)) return [...secure, 'Vary', 'Origin'];
    return [
      ...secure,
      'Access-Control-Allow-Origin',
      origin,
      'Access-Control-Allow-Credentials',
      'true',
      'Access-Control-Expose-Headers',
      'ETag, Retry-After, X-Correlation-Id',
      'Vary',
      'Origin',
    ];
  };
}

/** The preflight headers that do not depend on the path. */
export const PREFLIGHT_HEADERS: FlatHeaders = [
  'Access-Control-Allow-Headers',
  'Accept-Language, Apollo-Require-Preflight, Authorization, Content-Type, If-Match, Idempotency-Key, X-Correlation-Id',
  'Access-Control-Max-Age',
  '600',
];
