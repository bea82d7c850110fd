/** `npm run dovecot` unpacks Debian's Dovecot into the cache, for the test of the support's mailbox; installs nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackPackages } from './packages.ts';
import { freePort, isListening } from './ports.ts';
import { CACHE, exists, run } from './tools.ts';

const FOLDER = 'dovecot';
/** The server, and libraries that not every machine has. */
const PACKAGES = ['dovecot-core', 'dovecot-imapd', 'libexttextcat-2.0-0', 'liblua5.3-0', 'libsodium23', 'libstemmer0d'];
const PROGRAMS = 'usr/lib/dovecot';
/** Where the library looks for modules, and a path of the same length, below the folder in which the server runs. */
const MODULES = ['/usr/lib/dovecot/modules', './/./././././././modules'] as const;
/** Of `nobody`: Dovecot serves no mailbox to root. */
const NOBODY = 65_534;
const STARTS_WITHIN_MS = 30_000;

/** Where the server is unpacked; undefined if it is not. */
export async function dovecotFolder(): Promise<string | undefined> {
  const unpacked = path.join(CACHE, FOLDER);
  return (await exists(path.join(unpacked, PROGRAMS, 'imap'))) ? unpacked : undefined;
}

async function prepare(): Promise<void> {
  await unpackPackages(FOLDER, PACKAGES);
  const library = path.join(CACHE, FOLDER, PROGRAMS, 'libdovecot.so.0.0.0');
  await run('sed', ['-i', `s#${MODULES[0]}#${MODULES[1]}#g`, library]);
}

export interface Dovecot {
  /** Of IMAP without TLS, on the loopback address: any user name, the password `secret`. */
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts Dovecot in a folder of its own; it serves one mailbox until `stop` or `kill`. */
export async function openDovecot(unpacked: string, directory: string): Promise<Dovecot> {
  const port = await freePort();
  const below = (name: string) => path.join(directory, name);
  const asRoot = process.getuid?.() === 0;
  const { username, uid, gid } = asRoot ? { username: 'nobody', uid: NOBODY, gid: NOBODY } : userInfo();
  // Nobody may not look into the cache of root.
  const folder = asRoot ? below('program') : unpacked;
  if (asRoot) {
    await cp(unpacked, folder, { recursive: true, verbatimSymlinks: true });
    await chmod(directory, 0o755);
  }
  for (const name of ['run', 'state', 'mail']) {
    await mkdir(below(name));
    await chown(below(name), uid, gid);
  }
  const programs = path.join(folder, PROGRAMS);
  await symlink(path.join(programs, 'modules'), below('run/modules'));
  await writeFile(below('dovecot.conf'), configuration({ port, below, programs, username, uid, gid }));
  const libraries = [
    programs,
    path.join(programs, 'modules/old-stats'),
    ...['x86_64', 'aarch64'].map((machine) => path.join(folder, `usr/lib/${machine}-linux-gnu`)),
  ];
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    // The master would look for its configuration's reader in /usr.
    const child = spawn(
      path.join(folder, 'usr/bin/doveconf'),
      [
        ...['-f', 'service=master', '-m', 'master', '-c', below('dovecot.conf')],
        ...['-e', path.join(folder, 'usr/sbin/dovecot'), '-F'],
      ],
      {
        env: { PATH: process.env.PATH, LD_LIBRARY_PATH: libraries.join(':') },
        stdio: 'ignore',
        detached: true,
        ...(asRoot ? { uid, gid } : {}),
      },
    );
    server = child;
    const deadline = Date.now() + STARTS_WITHIN_MS;
    while (!(await isListening(port))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`Dovecot does not start:\n${await readFile(below('state/log'), 'utf8').catch(() => '')}`);
      }
      await sleep(50);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = server;
    server = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    // The whole group: its sessions are processes of their own.
    process.kill(-child.pid, signal);
    await exit;
  }

  await start();
  return { port, start, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

interface Configured {
  readonly port: number;
  readonly below: (name: string) => string;
  readonly programs: string;
  readonly username: string;
  readonly uid: number;
  readonly gid: number;
}

function configuration({ port, below, programs, username, uid, gid }: Configured): string {
  return `protocols = imap
listen = 127.0.0.1
base_dir = ${below('run')}
state_dir = ${below('state')}
log_path = ${below('state/log')}
libexec_dir = ${programs}
mail_plugin_dir = ${programs}/modules
login_plugin_dir = ${programs}/modules/login
import_environment = LD_LIBRARY_PATH
default_internal_user = ${username}
default_internal_group = ${username === 'nobody' ? 'nogroup' : gid}
default_login_user = ${username}
first_valid_uid = 1
mail_location = maildir:${below('mail')}
ssl = no
disable_plaintext_auth = no
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${below('mail')}
}
service config {
  executable = config -c ${below('dovecot.conf')}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
}

if (process.argv[1] === import.meta.filename) await prepare();
