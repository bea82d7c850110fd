import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { type Certificate, type Login, type ServerKind, ServersError } from './server.ts';
import { findProgram, run } from './tools.ts';

const PACKAGE = 'redis-server';
/** Keeps Debian from starting its own server on the default port. */
const WITHOUT_SERVICE = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

export interface RedisSurroundings {
  readonly bind: string;
  readonly port: number | undefined;
  readonly directory: string;
  readonly tls: Certificate | undefined;
  readonly login: Login | undefined;
}

/** Content of the configuration file. */
export function redisConfiguration({ bind, port, directory, tls, login }: RedisSurroundings): string {
  const settings = {
    bind,
    ...(tls === undefined
      ? { port: String(port) }
      : {
          port: '0',
          'tls-port': String(port),
          'tls-cert-file': tls.certificate,
          'tls-key-file': tls.key,
          'tls-auth-clients': 'no',
        }),
    daemonize: 'no',
    'protected-mode': 'no',
    dir: directory,
    appendonly: 'yes',
    save: '',
    maxmemory: '128mb',
    'maxmemory-policy': 'noeviction',
  };
  const users =
    login === undefined ? [] : ['user default off', `user ${login.username} on >${login.password} ~* &* +@all`];
  return [...Object.entries(settings).map(([name, value]) => `${name} "${value}"`), ...users, ''].join('\n');
}

/** The real server, from the distribution's package. */
export const redis: ServerKind<'redis'> = {
  name: 'redis',
  portCount: 1,

  async prepare(say) {
    if ((await findProgram('redis-server')) !== undefined) return;
    const apt = await findProgram('apt-get');
    if (apt === undefined || process.getuid?.() !== 0) {
      throw new ServersError(`Redis needs redis-server, which is not installed here: apt-get install ${PACKAGE}.`);
    }
    say(`Installing Debian’s ${PACKAGE}.`);
    const install = () => run(apt, ['install', '-y', '--no-install-recommends', PACKAGE], { env: WITHOUT_SERVICE });
    try {
      await install();
    } catch {
      // A new machine has no package lists before its first update.
      await run(apt, ['update']);
      await install();
    }
  },

  async launch({ directory, ports: [port], tls, login }) {
    const program = await findProgram('redis-server');
    if (program === undefined) throw new ServersError('redis-server is not installed here.');
    const file = path.join(directory, 'redis.conf');
    await writeFile(file, redisConfiguration({ bind: '127.0.0.1', port, directory, tls, login }));
    return { command: [program, file] };
  },

  address: ({ ports: [port], tls }) => ({ url: `${tls === undefined ? 'redis' : 'rediss'}://127.0.0.1:${port}` }),

  /** While Redis loads its file it already listens, and answers that it is loading. */
  answers: ({ ports: [port = 0], tls, login }) =>
    new Promise((resolve, reject) => {
      const questions = [...(login === undefined ? [] : [`AUTH ${login.username} ${login.password}`]), 'PING'];
      const ping = () => socket.write(questions.map((question) => `${question}\r\n`).join(''));
      let answers = '';
      // The test's certificate is self-signed; here only the answer matters.
      const options = { port, host: '127.0.0.1', rejectUnauthorized: false };
      const socket = tls === undefined ? connect(options, ping) : connectTls(options, ping);
      socket.on('data', (chunk) => {
        answers += chunk.toString();
        if (answers.split('\r\n').length <= questions.length) return;
        socket.destroy();
        resolve(answers.endsWith('+PONG\r\n'));
      });
      socket.once('error', reject);
    }),
};
