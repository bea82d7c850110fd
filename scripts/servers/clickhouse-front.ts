/**
 * ClickHouse over HTTP for machines without a ClickHouse server: the engine (chdb) on one folder, behind the part of
 * ClickHouse's HTTP interface that its client uses. Each request has its own session; sessions across requests
 * (`session_id`) are refused.
 *
 * Arguments: folder, port. Environment: FRONT_USERNAME, FRONT_PASSWORD.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createGunzip, gzipSync } from 'node:zlib';
import { Session } from 'chdb';

/** URL parameters of the protocol; all others are settings of the engine. */
const OF_THE_PROTOCOL = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'user',
  'password',
  'role',
  'compress',
  'decompress',
  'enable_http_compression',
  'wait_end_of_query',
  'buffer_size',
  'http_response_buffer_size',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
]);

/** HTTP statuses by ClickHouse's error codes, as in its server; all other codes are 500. */
const STATUS_OF_CODE: ReadonlyMap<number, number> = new Map([
  ...[6, 26, 27, 36, 38, 41, 43, 44, 53, 62, 72, 117, 456, 457].map((code) => [code, 400] as const),
  ...[192, 193, 497, 516].map((code) => [code, 403] as const),
  [194, 401],
  ...[46, 47, 50, 60, 73, 81, 115].map((code) => [code, 404] as const),
  [48, 501],
  [159, 408],
  [202, 503],
]);

const LONGEST_ADDRESS = 1024 * 1024;

class Refusal extends Error {
  constructor(code: number, name: string, sentence: string) {
    super(`Code: ${code}. DB::Exception: ${sentence} (${name})`);
  }
}

const [folder = '.', port] = process.argv.slice(2);
const { FRONT_USERNAME: username = 'default', FRONT_PASSWORD: password = '' } = process.env;
// Keep one session open: the engine shuts down with its last session.
const engine = new Session(folder);
const version = engine.query('SELECT version()', 'TabSeparatedRaw').trim();

// The URL contains the parameters of a statement, and ClickHouse accepts long URLs.
createServer({ maxHeaderSize: LONGEST_ADDRESS }, async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/ping') {
    request.resume();
    response.end('Ok.\n');
    return;
  }
  try {
    await answer(request, response, url);
  } catch (error) {
    tell(request, response, error);
  }
}).listen(Number(port), '127.0.0.1');

process.on('SIGTERM', () => {
  engine.close();
  process.exit(0);
});

async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const { searchParams: parameters } = url;
  response.setHeader('x-clickhouse-query-id', parameters.get('query_id') ?? randomUUID());
  response.setHeader('x-clickhouse-timezone', 'UTC');
  authenticate(request, parameters);
  if (parameters.has('session_id')) throw new Refusal(48, 'NOT_IMPLEMENTED', 'This front keeps no sessions');

  const started = process.hrtime.bigint();
  const statement = await statementOf(request, parameters);
  const session = new Session(folder);
  try {
    for (const setting of settingsOf(request, parameters)) await session.queryAsync(setting);
    const format = String(parameters.get('default_format') ?? request.headers['x-clickhouse-format'] ?? 'TabSeparated');
    const result = await session.queryAsync(statement.text, { format });
    response.setHeader('x-clickhouse-format', format);
    response.setHeader(
      'x-clickhouse-summary',
      summary(statement.inserts, result.rowsRead, result.bytesRead, process.hrtime.bigint() - started),
    );
    send(request, response, parameters, result.bytes());
  } finally {
    session.close();
  }
}

function authenticate(request: IncomingMessage, parameters: URLSearchParams): void {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const [basicUser, ...basicPassword] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':');
  const user =
    basic === undefined ? (request.headers['x-clickhouse-user'] ?? parameters.get('user') ?? 'default') : basicUser;
  const key =
    basic === undefined
      ? (request.headers['x-clickhouse-key'] ?? parameters.get('password') ?? '')
      : basicPassword.join(':');
  if (user === username && key === password) return;
  const sentence = `${String(user)}: Authentication failed: password is incorrect, or there is no user with such name.`;
  throw new Refusal(516, 'AUTHENTICATION_FAILED', sentence);
}

/** The query is in the URL or in the body. If it is in the URL, the body is the data of an insert. */
async function statementOf(
  request: IncomingMessage,
  parameters: URLSearchParams,
): Promise<{ readonly text: string; readonly inserts: boolean }> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') throw new Refusal(415, 'UNKNOWN_COMPRESSION_METHOD', encoding);
  const bytes = await buffer(encoding === 'gzip' ? request.pipe(createGunzip()) : request);
  const body = (await takeForm(request, parameters, bytes)) ? '' : bytes.toString();
  const inAddress = parameters.get('query') ?? '';
  const text = [inAddress, body].filter((part) => part !== '').join('\n');
  if (text.trim() === '') throw new Refusal(62, 'SYNTAX_ERROR', 'Empty query');
  const inserts = /^\s*INSERT\b/i.test(text);
  if (!inserts && /;\s*\S/.test(withoutLiterals(text))) {
    throw new Refusal(62, 'SYNTAX_ERROR', 'Syntax error (Multi-statements are not allowed)');
  }
  // An empty insert succeeds on the server but fails in the engine.
  const empty = inserts && inAddress !== '' && body.trim() === '' && /\bFORMAT\s+\w+\s*$/i.test(inAddress);
  return { text: empty ? 'SELECT 1 WHERE 0' : text, inserts };
}

/** Parameters too long for a URL, including the query, come as a form; adds them to the URL's parameters. */
async function takeForm(request: IncomingMessage, parameters: URLSearchParams, body: Uint8Array): Promise<boolean> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return false;
  const form = await new Response(Buffer.from(body), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of form) parameters.append(name, typeof value === 'string' ? value : await value.text());
  return true;
}

function withoutLiterals(text: string): string {
  return text.replace(/'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|--[^\n]*|\/\*[\s\S]*?\*\//g, '');
}

function* settingsOf(request: IncomingMessage, parameters: URLSearchParams): Generator<string> {
  const database = parameters.get('database') ?? request.headers['x-clickhouse-database'];
  if (typeof database === 'string') yield `USE \`${database.replace(/[`\\]/g, '\\$&')}\``;
  for (const [name, value] of parameters) {
    if (OF_THE_PROTOCOL.has(name)) continue;
    if (!/^\w+$/.test(name)) throw new Refusal(115, 'UNKNOWN_SETTING', `Unknown setting ${name}`);
    yield `SET ${name} = '${value.replace(/[\\']/g, '\\$&')}'`;
  }
  if (request.method === 'GET') yield 'SET readonly = 2';
}

function summary(inserts: boolean, rows: number, bytes: number, elapsed: bigint): string {
  const written = inserts ? { rows, bytes } : { rows: 0, bytes: 0 };
  return JSON.stringify({
    read_rows: String(rows),
    read_bytes: String(bytes),
    written_rows: String(written.rows),
    written_bytes: String(written.bytes),
    total_rows_to_read: '0',
    result_rows: String(rows),
    result_bytes: String(bytes),
    elapsed_ns: String(elapsed),
  });
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  parameters: URLSearchParams,
  bytes: Uint8Array,
): void {
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!accepts || parameters.get('enable_http_compression') !== '1') {
    response.end(bytes);
    return;
  }
  response.setHeader('content-encoding', 'gzip');
  response.end(gzipSync(bytes, { level: 1 }));
}

function tell(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  request.resume();
  const message = error instanceof Error ? error.message : String(error);
  const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1002);
  response.setHeader('x-clickhouse-exception-code', String(code));
  response.setHeader('content-type', 'text/plain; charset=UTF-8');
  response.statusCode = STATUS_OF_CODE.get(code) ?? 500;
  response.end(`${message} (version ${version} (engine of chdb))\n`);
}
