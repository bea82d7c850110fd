/** Process for say.int.test.ts: writes more than a pipe holds. */
import { say } from './say.ts';

// Reading it makes the pipe non-blocking, so that writes beyond its capacity are refused.
process.stdout.isTTY;
for (let number = 0; number < Number(process.argv[2]); number += 1) say(`line ${number}`);
