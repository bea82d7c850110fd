/**
 * Runs the product's servers on this machine, without containers:
 *
 * npm run servers -- start [names] [--data <folder>] [--keep] [--port <name>=<port>]
 * npm run servers -- stop | kill | restart | status [names] [--data <folder>]
 * npm run servers -- prepare [names]
 *
 * They run in the background. `<folder>/addresses.json` holds their addresses. Stopping all of them removes their data,
 * unless `--keep` or a folder was given.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { portsFor } from './kinds.ts';
import { isServerName, SERVER_NAMES, type ServerName, ServersError } from './server.ts';
import type { ServerProcess } from './server-process.ts';
import { addressesOf, prepareServers, serverProcess } from './servers.ts';
import { prepareVcardReaders } from './vcard-readers.ts';

const COMMANDS = ['start', 'stop', 'kill', 'restart', 'status', 'prepare'] as const;
type Command = (typeof COMMANDS)[number];

/** State stored between two commands. */
interface State {
  readonly ports: Partial<Record<ServerName, readonly number[]>>;
  readonly keep: boolean;
}

interface Options {
  readonly command: Command;
  readonly names: readonly ServerName[];
  readonly all: boolean;
  readonly data: string;
  readonly keep: boolean;
  readonly ports: Partial<Record<ServerName, number>>;
}

const say = (sentence: string) => console.log(sentence);

function ask(args: readonly string[]): Options {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      keep: { type: 'boolean', default: false },
      port: { type: 'string', multiple: true, default: [] },
    },
  });
  const [command, ...names] = positionals;
  const known = COMMANDS.find((name) => name === command);
  if (known === undefined) throw new ServersError(`Say one of: ${COMMANDS.join(', ')}.`);
  const unknown = names.find((name) => !isServerName(name));
  if (unknown !== undefined) throw new ServersError(`${unknown} is none of: ${SERVER_NAMES.join(', ')}.`);
  return {
    command: known,
    names: names.length === 0 ? SERVER_NAMES : names.filter(isServerName),
    all: names.length === 0,
    data: path.resolve(values.data ?? path.join(tmpdir(), `volant-servers-${userInfo().username}`)),
    keep: values.keep || values.data !== undefined,
    ports: Object.fromEntries(values.port.map(portOf)),
  };
}

function portOf(given: string): [ServerName, number] {
  const [name = '', port = ''] = given.split('=');
  if (!isServerName(name) || !/^\d{1,5}$/.test(port)) throw new ServersError(`--port ${given}: say <name>=<port>.`);
  return [name, Number(port)];
}

async function remembered(data: string): Promise<State> {
  try {
    return JSON.parse(await readFile(path.join(data, 'state.json'), 'utf8')) as State;
  } catch {
    return { ports: {}, keep: false };
  }
}

/** The servers that use this folder, with the ports of their first start. */
function known(data: string, { ports }: State, names: readonly ServerName[]): ServerProcess[] {
  return names.flatMap((name) => {
    const own = ports[name];
    return own === undefined ? [] : [serverProcess(name, data, own, true)];
  });
}

async function start({ names, data, keep, ports }: Options): Promise<void> {
  await prepareServers(names, say);
  await mkdir(data, { recursive: true });
  const before = await remembered(data);
  const all = { ...before.ports };
  for (const name of names) {
    const given = ports[name];
    if (all[name] === undefined || (given !== undefined && all[name][0] !== given)) {
      all[name] = await portsFor(name, given);
    }
  }
  const state: State = { ports: all, keep: keep || before.keep };
  await writeFile(path.join(data, 'state.json'), JSON.stringify(state));
  await startAll(known(data, state, names));
  await writeAddresses(data, state);
  console.log(await readFile(addressesFile(data), 'utf8'));
  say(`VOLANT_TEST_SERVERS=${addressesFile(data)}`);
}

async function startAll(servers: readonly ServerProcess[]): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const started = Date.now();
      await server.start();
      say(`${server.name} answers, process ${server.id}, after ${((Date.now() - started) / 1_000).toFixed(1)} s.`);
    }),
  );
}

const addressesFile = (data: string) => path.join(data, 'addresses.json');

async function writeAddresses(data: string, state: State): Promise<void> {
  const running: ServerProcess[] = [];
  for (const server of known(data, state, SERVER_NAMES)) if (await server.isRunning()) running.push(server);
  const pids = Object.fromEntries(running.map(({ name, id }) => [name, Number(id)]));
  await writeFile(addressesFile(data), `${JSON.stringify({ ...addressesOf(running), pids }, null, 2)}\n`);
}

async function end({ command, names, all, data }: Options): Promise<void> {
  const state = await remembered(data);
  await Promise.all(
    known(data, state, names).map(async (server) => {
      if (!(await server.isRunning())) return;
      const { id } = server;
      await (command === 'kill' ? server.kill() : server.stop());
      say(`${server.name}, process ${id}, has ended.`);
    }),
  );
  if (command === 'stop' && all && !state.keep) await rm(data, { recursive: true, force: true });
  else if (Object.keys(state.ports).length > 0) await writeAddresses(data, state);
}

async function restart({ names, data }: Options): Promise<void> {
  const state = await remembered(data);
  const servers = known(data, state, names);
  await Promise.all(servers.map((server) => server.stop()));
  await startAll(servers);
  await writeAddresses(data, state);
}

async function status({ names, data }: Options): Promise<void> {
  const servers = known(data, await remembered(data), names);
  for (const name of names) {
    const server = servers.find((candidate) => candidate.name === name);
    if (server === undefined || !(await server.isRunning())) {
      say(`${name}: does not run`);
      process.exitCode = 1;
    } else {
      const answers = await server.answers();
      say(
        `${name}: process ${server.id}, port ${server.place.ports[0]}, ${answers ? 'answers' : 'does not answer yet'}`,
      );
      if (!answers) process.exitCode = 1;
    }
  }
}

const DO: Readonly<Record<Command, (options: Options) => Promise<void>>> = {
  start,
  stop: end,
  kill: end,
  restart,
  status,
  async prepare({ names, all }) {
    await prepareServers(names, say);
    // The tests of the servers also read contact files with programs in other languages.
    if (all) await prepareVcardReaders(say);
  },
};

try {
  const options = ask(process.argv.slice(2));
  await DO[options.command](options);
} catch (error) {
  if (!(error instanceof ServersError) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
