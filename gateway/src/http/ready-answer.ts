import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from './encoding.ts';
import { type FlatHeaders, securityHeaders } from './security-headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const WORTH_COMPRESSING = 860;
/** Close to the best ratio at a fraction of the time of level 11. */
const BROTLI_QUALITY = 9;

interface Variant {
  readonly body: Buffer;
  readonly headers: FlatHeaders;
}

/** An answer with its headers laid out, needing no more work than to be written. */
export interface ReadyAnswer {
  readonly status: number;
  readonly etag: string;
  readonly identity: Variant;
  readonly br: Variant | undefined;
  readonly gzip: Variant | undefined;
  readonly notModified: FlatHeaders;
  /** Bytes held, for caches. */
  readonly size: number;
}

export interface AnswerContent {
  readonly status: number;
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentSecurityPolicy: string;
  readonly headers?: FlatHeaders;
  /** Compressed forms made beforehand; otherwise they are made here for text. */
  readonly compressed?: { readonly br?: Buffer | undefined; readonly gzip?: Buffer | undefined };
}

export async function readyAnswer(content: AnswerContent): Promise<ReadyAnswer> {
  const { body, status } = content;
  const { br, gzip: zipped } = content.compressed ?? (await compress(body));
  // Weak: the same tag stands for every encoding of the same content.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const constant = [
    ...securityHeaders(content.contentSecurityPolicy),
    'Cache-Control',
    content.cacheControl,
    'ETag',
    etag,
    'Vary',
    'Accept-Encoding',
    ...(content.headers ?? []),
  ];
  const variant = (encoded: Buffer, encoding: Encoding): Variant => ({
    body: encoded,
    headers: [
      'Content-Type',
      content.contentType,
      'Content-Length',
      String(encoded.length),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...constant,
    ],
  });
  return {
    status,
    etag,
    identity: variant(body, 'identity'),
    br: br && variant(br, 'br'),
    gzip: zipped && variant(zipped, 'gzip'),
    notModified: constant,
    size: body.length + (br?.length ?? 0) + (zipped?.length ?? 0) + 4096,
  };
}

async function compress(body: Buffer): Promise<{ br?: Buffer; gzip?: Buffer }> {
  if (body.length < WORTH_COMPRESSING) return {};
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const [br, zipped] = await Promise.all([compressBrotli(body, { params }), compressGzip(body)]);
  return { br, gzip: zipped };
}

/**
 * Writes the answer past Fastify's reply, whose header handling would cost more
 * than everything else on the hot paths.
 * @param edge headers that depend on the request
 */
export function sendReady(answer: ReadyAnswer, edge: FlatHeaders, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  reply.hijack();
  if (answer.status === 200 && matches(request.headers['if-none-match'], answer.etag)) {
    raw.writeHead(304, withEdge(answer.notModified, edge)).end();
    return;
  }
  const variant = answer[encodingFor(request.headers['accept-encoding'] as string | undefined)] ?? answer.identity;
  raw.writeHead(answer.status, withEdge(variant.headers, edge));
  if (request.method === 'HEAD') raw.end();
  else raw.end(variant.body);
}

function withEdge(headers: FlatHeaders, edge: FlatHeaders): string[] {
  return edge.length === 0 ? (headers as string[]) : [...headers, ...edge];
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  // Proxies may have turned the weak tag into a strong one.
  const tag = etag.slice(2);
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
