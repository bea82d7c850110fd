import { DomainError } from '@volant/infra/errors/domain-error';

/** A file that arrives with an operation: the value of its variable until a service reads it. */
export class UploadedFile {
  readonly #body: AsyncIterable<Uint8Array>;
  #taken = false;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#body = body;
  }

  /** @throws DomainError VALIDATION_FAILED the second time, because the bytes arrive only once */
  take(variable: string): AsyncIterable<Uint8Array> {
    if (this.#taken) throw new DomainError('VALIDATION_FAILED', { field: variable });
    this.#taken = true;
    return this.#body;
  }

  /** Shown if the file ends up in a text by mistake. */
  toJSON(): string {
    return '[file]';
  }
}
