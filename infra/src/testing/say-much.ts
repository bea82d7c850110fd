/** The process of say.int.test.ts: says more than a pipe holds. */
import { say } from './say.ts';

// Whoever asks for it makes the pipe one that refuses what does not fit.
process.stdout.isTTY;
for (let number = 0; number < Number(process.argv[2]); number += 1) say(`line ${number}`);
