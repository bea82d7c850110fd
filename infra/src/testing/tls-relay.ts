import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { TestCertificate } from './certificate.ts';

export interface TlsRelay {
  /** On 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

/** Terminates TLS in front of a test server that speaks none, as proxies do in production. */
export async function openTlsRelay(
  target: { readonly host: string; readonly port: number },
  { files }: TestCertificate,
): Promise<TlsRelay> {
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  const sockets = new Set<Socket>();
  const server = createServer({ cert, key }, (socket) => {
    const behind = connect(target.port, target.host);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Clients that do not trust the certificate disconnect.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
