/**
 * Loaded into the product before its own code where a test wants to know what it
 * keeps: at SIGUSR2 it collects the garbage and writes what is left, in bytes.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  // What the first one finalizes is let go of by the second.
  collect();
  setImmediate(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`heap ${heapUsed + external}\n`);
  });
});
