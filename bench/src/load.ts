import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface Load {
  readonly url: string;
  /** Page id of the events to send; if absent, the load sends GET requests. */
  readonly pageId?: string;
  readonly eventsPerRequest?: number;
  /** Client addresses to use in turn, as numbers; by default random ones out of sixteen million. */
  readonly addresses?: { readonly from: number; readonly count: number };
  /** Callers' tokens, used in turn. */
  readonly tokens?: readonly string[];
  /** File with one path per line, requested in turn with a browser's headers. */
  readonly pathsFile?: string;
  /** Mean pause of a caller between two requests; by default none. */
  readonly pauseMs?: number;
  readonly seconds: number;
  readonly connections: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p95Ms: number;
  /** Answers other than 2xx, and broken connections. */
  readonly failures: number;
}

export interface LoadGenerator {
  readonly name: string;
  run(load: Load): Promise<LoadResult>;
}

/** As in production, every event has its own id and nearly every request a different visitor's address. */
const WRK_SCRIPT = `
local page, per_request = os.getenv("BENCH_PAGE"), tonumber(os.getenv("BENCH_EVENTS"))
local pause = tonumber(os.getenv("BENCH_PAUSE_MS"))
local address_from, address_count = tonumber(os.getenv("BENCH_ADDRESS_FROM")), tonumber(os.getenv("BENCH_ADDRESSES"))
local hex = "0123456789abcdef"
local salt = tostring({}):sub(-6)
math.randomseed(os.time() + (tonumber(salt, 16) or 0))
local gets, turn = {}, 0
local function digits(count)
  return string.format("%0" .. count .. "x", math.random(0, 16 ^ count - 1))
end
local function address()
  local number = math.random(0, 2 ^ 24 - 1)
  if address_count > 0 then
    number = address_from + turn
    turn = (turn + 1) % address_count
  end
  return "10." .. math.floor(number / 65536) .. "." .. math.floor(number / 256) % 256 .. "." .. number % 256
end
local function event()
  local id = digits(8) .. "-" .. digits(4) .. "-4" .. digits(3) .. "-a" .. digits(3) .. "-" .. digits(6) .. digits(6)
  return '{"id":"' .. id .. '","pageId":"' .. page .. '","type":"VIEW"}'
end
if pause > 0 then
  delay = function() return math.random(0, 2 * pause) end
end
-- Not earlier: until then wrk does not know the host.
init = function()
  if os.getenv("BENCH_PATHS") ~= "" then
    for path in io.lines(os.getenv("BENCH_PATHS")) do
      gets[#gets + 1] = wrk.format("GET", path, { ["accept-encoding"] = "gzip, deflate, br, zstd" })
    end
  end
  for token in os.getenv("BENCH_TOKENS"):gmatch("[^ ]+") do
    gets[#gets + 1] = wrk.format("GET", nil, { ["authorization"] = "Bearer " .. token })
  end
  if #gets == 0 then gets[1] = wrk.format("GET") end
end
request = function()
  if page == "" then
    turn = turn % #gets + 1
    return gets[turn]
  end
  local headers = { ["content-type"] = "application/json", ["x-forwarded-for"] = address() }
  if per_request == 1 then return wrk.format("POST", nil, headers, event()) end
  local events = {}
  for i = 1, per_request do events[i] = event() end
  return wrk.format("POST", nil, headers, '{"events":[' .. table.concat(events, ",") .. ']}')
end
done = function(_, latency)
  io.write(string.format("95th percentile: %d us\\n", latency:percentile(95)))
end
`;

function output(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`))));
  });
}

function environmentOf(load: Load): Record<string, string> {
  const { pageId = '', eventsPerRequest = 1, addresses, tokens = [], pathsFile = '', pauseMs = 0 } = load;
  return {
    BENCH_PATHS: pathsFile,
    BENCH_PAGE: pageId,
    BENCH_EVENTS: String(eventsPerRequest),
    BENCH_ADDRESS_FROM: String(addresses?.from ?? 0),
    BENCH_ADDRESSES: String(addresses?.count ?? 0),
    BENCH_TOKENS: tokens.join(' '),
    BENCH_PAUSE_MS: String(pauseMs),
  };
}

function wrk(directory: string): LoadGenerator {
  const script = path.join(directory, 'events.lua');
  writeFileSync(script, WRK_SCRIPT);
  return {
    name: 'wrk',
    async run(load) {
      const args = ['-t1', '--timeout', '20s', `-c${load.connections}`, `-d${load.seconds}s`, '-s', script, load.url];
      const text = await output('wrk', args, environmentOf(load));
      const rate = /Requests\/sec:\s+([\d.]+)/.exec(text)?.[1];
      const p95 = /95th percentile: (\d+) us/.exec(text)?.[1];
      if (rate === undefined || p95 === undefined) throw new Error(`wrk said: ${text}`);
      const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
      const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1) ?? [];
      return {
        requestsPerSecond: Number(rate),
        p95Ms: Number(p95) / 1000,
        failures: broken.reduce((sum, count) => sum + Number(count), refused),
      };
    },
  };
}

const nodeResult = z.object({ requestsPerSecond: z.number(), p95Ms: z.number(), failures: z.number() });

function nodeGenerator(): LoadGenerator {
  const script = fileURLToPath(new URL('node-load.ts', import.meta.url));
  return {
    name: 'autocannon in a process of its own',
    async run(load) {
      const args = ['--import', 'tsx', script, load.url, String(load.seconds), String(load.connections)];
      return nodeResult.parse(JSON.parse(await output(process.execPath, args, environmentOf(load))));
    },
  };
}

/** wrk if it is installed, otherwise a slower generator in Node. */
export function loadGenerator(directory: string): LoadGenerator {
  return spawnSync('wrk', ['-v']).error === undefined ? wrk(directory) : nodeGenerator();
}
