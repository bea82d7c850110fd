import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isListening } from './ports.ts';
import { CACHE, exists, GO_BUILD, makeOnce, needProgram, run } from './tools.ts';

const VERSION = 'v3.52.0';
const FOLDER = path.join(CACHE, `zitadel-oidc-${VERSION}`);
const PROGRAM = path.join(FOLDER, 'server');
const STARTS_WITHIN_MS = 60_000;

/** Of a person of the server. */
export interface GoUser {
  readonly name: string;
  readonly password: string;
  readonly email: string;
}

/** The example server of `zitadel/oidc`, which keeps everything in memory: a restart has new keys and no sessions. */
export interface GoIssuer {
  readonly issuer: string;
  readonly client: string;
  readonly secret: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @param directory of its users, removed by the caller */
export async function openGoIssuer(
  directory: string,
  redirectUri: string,
  users: readonly GoUser[],
): Promise<GoIssuer> {
  if (!(await exists(PROGRAM))) {
    const go = await needProgram('go', 'the OpenID Connect server in Go', 'install Go 1.24 or later');
    await makeOnce(FOLDER, (unfinished) =>
      run(go, ['install', ...GO_BUILD, `github.com/zitadel/oidc/v3/example/server@${VERSION}`], {
        cwd: unfinished,
        env: { GOBIN: unfinished, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' },
      }),
    );
  }
  const port = await freePort();
  const file = path.join(directory, 'users.json');
  const people = users.map(({ name, password, email }) => [
    name,
    { ID: name, Username: name, Password: password, FirstName: name, Email: email, EmailVerified: true },
  ]);
  await writeFile(file, JSON.stringify(Object.fromEntries(people)));
  let server: ChildProcess | undefined;

  return {
    issuer: `http://localhost:${port}/`,
    client: 'web',
    secret: 'secret',

    async start() {
      const env = { PORT: String(port), USERS_FILE: file, REDIRECT_URI: redirectUri };
      server = spawn(PROGRAM, [], { env, stdio: 'ignore' });
      const until = Date.now() + STARTS_WITHIN_MS;
      while (!(await isListening(port))) {
        if (Date.now() > until) throw new Error('the OpenID Connect server in Go does not start');
        await sleep(100);
      }
    },

    async stop() {
      if (server === undefined || server.exitCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      server = undefined;
    },
  };
}
