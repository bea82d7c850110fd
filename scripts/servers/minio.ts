import { copyFile, mkdir } from 'node:fs/promises';
import { get } from 'node:http';
import { get as getOverTls } from 'node:https';
import path from 'node:path';
import type { Certificate, ServerKind } from './server.ts';
import { CACHE, exists, GO_BUILD, makeOnce, needProgram, run } from './tools.ts';

/** Also in the Dockerfile. */
const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';
const FOLDER = path.join(CACHE, `minio-${VERSION}`);
const PROGRAM = path.join(FOLDER, 'minio');
const ACCESS_KEY = 'volant-tests';
const SECRET_KEY = 'volant-tests-secret';

/** The real server, built from its source from the Go module proxy. */
export const minio: ServerKind<'s3'> = {
  name: 's3',
  portCount: 1,

  async prepare(say) {
    if (await exists(PROGRAM)) return;
    const go = await needProgram('go', 'MinIO', 'install Go 1.24 or later');
    say('Building MinIO: some minutes, this once.');
    await makeOnce(FOLDER, (unfinished) =>
      run(go, ['install', ...GO_BUILD, '-ldflags', '-s -w', `github.com/minio/minio@${VERSION}`], {
        cwd: unfinished,
        env: { GOBIN: unfinished, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' },
      }),
    );
  },

  async launch({ directory, ports: [port], tls }) {
    const certificates = tls === undefined ? [] : ['--certs-dir', await certificateFolder(directory, tls)];
    return {
      command: [
        PROGRAM,
        'server',
        '--quiet',
        ...certificates,
        '--address',
        `127.0.0.1:${port}`,
        path.join(directory, 'objects'),
      ],
      env: {
        MINIO_ROOT_USER: ACCESS_KEY,
        MINIO_ROOT_PASSWORD: SECRET_KEY,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
        GOMEMLIMIT: '300MiB',
      },
    };
  },

  address: ({ ports: [port], tls }) => ({
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    accessKey: ACCESS_KEY,
    secretKey: SECRET_KEY,
  }),

  /** Its readiness probe succeeds while it still answers 503. A ready server refuses requests without keys. */
  answers: ({ ports: [port], tls }) =>
    new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', rejectUnauthorized: false, timeout: 2_000 };
      const request = (tls === undefined ? get : getOverTls)(options, (response) => {
        response.resume();
        resolve(response.statusCode === 403);
      });
      request.once('timeout', () => request.destroy(new Error('no answer')));
      request.once('error', reject);
    }),
};

/** MinIO requires its own file names. */
async function certificateFolder(directory: string, { certificate, key }: Certificate): Promise<string> {
  const folder = path.join(directory, 'certificates');
  await mkdir(folder, { recursive: true });
  await copyFile(certificate, path.join(folder, 'public.crt'));
  await copyFile(key, path.join(folder, 'private.key'));
  return folder;
}
