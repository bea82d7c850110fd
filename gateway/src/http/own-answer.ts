import { hash } from 'node:crypto';
import { brotliCompressSync, constants, crc32, deflateRawSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding } from './encoding.ts';
import { type AnswerContent, commonHeaders, matches, WORTH_COMPRESSING } from './ready-answer.ts';
import type { FlatHeaders } from './security-headers.ts';

/** Shared parts of the responses of one kind in one encoding. */
export interface CommonParts {
  readonly status: number;
  /** All headers that do not depend on the body. */
  readonly headers: FlatHeaders;
  readonly notModified: FlatHeaders;
  /** Common beginning of the bodies. */
  readonly start: Buffer;
}

/** One of thousands of responses with a common beginning. It stores only these bytes itself. */
export interface OwnAnswer {
  readonly common: CommonParts;
  readonly etag: string;
  readonly own: Buffer;
}

export interface KindOfAnswer extends Omit<AnswerContent, 'body'> {
  /** Common beginning of the texts. Default: empty. */
  readonly start?: string;
}

/** Magic number, deflate, no flags, no time, no hint, Unix (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const GZIP_TRAILER_BYTES = 8;
/** Ends at a block and byte boundary, where another stream can continue (RFC 1951). */
const UNFINISHED = { finishFlush: constants.Z_SYNC_FLUSH, level: 9 };
/**
 * Takes two thirds of the default level's time, for 5 % more bytes of a page. Most results fit into one small buffer. A
 * window of 8 KB covers a page; the default would clear four times as much for each.
 */
const QUICK = { level: 3, chunkSize: 4096, windowBits: 13, memLevel: 6 };
const BROTLI_QUALITY = 4;
const NOTHING = Buffer.alloc(0);
const DIGEST_BYTES = 32;

/** Reused buffer in which texts become bytes, after the digest of their common beginning. */
let desk = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Builds responses with a common beginning. With gzip, the beginning is compressed once and each response compresses
 * only the rest: deflate streams that end at a byte boundary can be concatenated (ADR 43).
 */
export function ownAnswers(kind: KindOfAnswer): (text: string, encoding: Encoding) => OwnAnswer {
  const start = Buffer.from(kind.start ?? '');
  const startDigest = hash('sha256', start, 'buffer');
  const startSum = crc32(start);
  const parts = new Map<Encoding, CommonParts>();

  function partsIn(encoding: Encoding): CommonParts {
    const known = parts.get(encoding);
    if (known !== undefined) return known;
    const { status, contentType } = kind;
    const notModified = commonHeaders(kind);
    const headers = ['Content-Type', contentType, ...notModified];
    const made = {
      status,
      headers: encoding === 'identity' ? headers : [...headers, 'Content-Encoding', encoding],
      notModified,
      start: startIn(encoding),
    };
    parts.set(encoding, made);
    return made;
  }

  function startIn(encoding: Encoding): Buffer {
    if (encoding === 'gzip')
      return Buffer.concat([GZIP_HEADER, start.length > 0 ? deflateRawSync(start, UNFINISHED) : NOTHING]);
    return encoding === 'identity' ? start : NOTHING;
  }

  function gzipped(body: Buffer): Buffer {
    const deflated = deflateRawSync(body, QUICK);
    const own = Buffer.allocUnsafe(deflated.length + GZIP_TRAILER_BYTES);
    deflated.copy(own);
    own.writeUInt32LE(crc32(body, startSum), deflated.length);
    own.writeUInt32LE(start.length + body.length, deflated.length + 4);
    return own;
  }

  function ownIn(encoding: Encoding, body: Buffer): Buffer {
    if (encoding === 'gzip') return gzipped(body);
    return encoding === 'br' ? brotli(Buffer.concat([start, body])) : Buffer.from(body);
  }

  return (text, encoding) => {
    const taggedText = onDesk(startDigest, text);
    const body = taggedText.subarray(DIGEST_BYTES);
    const worth = start.length + body.length < WORTH_COMPRESSING ? 'identity' : encoding;
    // Weak, because the same tag covers every encoding of the same content.
    const etag = `W/"${hash('sha256', taggedText, 'base64url').slice(0, 22)}"`;
    return { common: partsIn(worth), etag, own: ownIn(worth, body) };
  };
}

/** Writes the response without Fastify's reply, like `sendReady`. @param edge headers that depend on the request */
export function sendOwn(answer: OwnAnswer, edge: FlatHeaders, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  const { common, etag, own } = answer;
  reply.hijack();
  if (common.status === 200 && matches(request.headers['if-none-match'], etag)) {
    raw.writeHead(304, [...common.notModified, 'ETag', etag, ...edge]).end();
    return;
  }
  const length = String(common.start.length + own.length);
  raw.writeHead(common.status, [...common.headers, 'Content-Length', length, 'ETag', etag, ...edge]);
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  if (common.start.length > 0) raw.write(common.start);
  raw.end(own);
}

/** The result is valid until the next call. */
function onDesk(digest: Buffer, text: string): Buffer {
  // A UTF-16 code unit takes at most three bytes.
  const room = DIGEST_BYTES + text.length * 3;
  if (room > desk.length) desk = Buffer.allocUnsafeSlow(room);
  digest.copy(desk);
  return desk.subarray(0, DIGEST_BYTES + desk.write(text, DIGEST_BYTES));
}

function brotli(body: Buffer): Buffer {
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}
