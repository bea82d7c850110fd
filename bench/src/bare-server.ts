/**
 * Baseline of Node's HTTP server: reads the body of a POST and answers it, answers a GET with the bytes given at the
 * start. Every figure of the bench is a ratio to this.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const POST_ANSWER = Buffer.from('{"success":true,"accepted":1,"refused":[]}');
const getAnswer = Buffer.alloc(Number(process.argv[2] ?? 1024), 'x');

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': POST_ANSWER.length });
      response.end(POST_ANSWER);
    });
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': getAnswer.length });
  response.end(getAnswer);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
