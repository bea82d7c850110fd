/**
 * Preloaded into the product to measure retained memory: at SIGUSR2 it collects garbage and prints the remaining bytes.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  // The second collection frees objects that were finalized in the first.
  collect();
  setImmediate(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`heap ${heapUsed + external}\n`);
  });
});
