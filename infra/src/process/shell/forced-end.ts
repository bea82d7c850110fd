/**
 * Ends this process whatever its threads are doing. `process.exit`, and the exit after an uncaught error, first join
 * libuv's threads and can wait there for ever.
 */
export function killThisProcess(): never {
  process.kill(process.pid, 'SIGKILL');
  // Reached only by the first process of a container, which its own SIGKILL does not end.
  process.abort();
}
