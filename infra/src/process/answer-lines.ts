import type { ServerResponse } from 'node:http';
import { answerLine, BATCH_TYPE } from './operation-batch.ts';

/** Writes the answers of a batch as they come; those of one turn of the event loop go together. */
export class AnswerLines {
  readonly #response: ServerResponse;
  #missing: number;
  #waiting = '';
  #isScheduled = false;

  constructor(response: ServerResponse, operations: number) {
    this.#response = response;
    this.#missing = operations;
  }

  add(place: number, result: unknown): void {
    this.#waiting += answerLine(place, result);
    this.#settle();
  }

  /** Of an operation that failed so that there is nothing to say: whoever asked finds no answer. */
  leaveOut(): void {
    this.#settle();
  }

  #settle(): void {
    this.#missing -= 1;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#write());
  }

  #write(): void {
    const lines = this.#waiting;
    const isWhole = this.#missing === 0;
    this.#waiting = '';
    this.#isScheduled = false;
    if (!this.#response.headersSent) {
      const length = isWhole ? { 'content-length': Buffer.byteLength(lines) } : {};
      this.#response.writeHead(200, { 'content-type': BATCH_TYPE, ...length });
    }
    if (isWhole) this.#response.end(lines);
    else this.#response.write(lines);
  }
}
