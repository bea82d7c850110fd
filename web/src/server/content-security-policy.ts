import { createHash } from 'node:crypto';

/** A server-rendered public page may load only itself, its one script and its pictures. */
export function contentSecurityPolicy(inline: { script: string; styles: readonly string[] }): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashOf(inline.script)}`,
    `style-src ${inline.styles.map(hashOf).join(' ')}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
