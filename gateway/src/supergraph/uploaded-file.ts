import { DomainError } from '@volant/infra/errors/domain-error';

/** A file that arrives with an operation: the value of its variable until a service has taken it. */
export class UploadedFile {
  readonly #body: AsyncIterable<Uint8Array>;
  #taken = false;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#body = body;
  }

  /** @throws DomainError VALIDATION_FAILED the second time: the bytes come by once */
  take(variable: string): AsyncIterable<Uint8Array> {
    if (this.#taken) throw new DomainError('VALIDATION_FAILED', { field: variable });
    this.#taken = true;
    return this.#body;
  }

  /** What is shown of it where it ends up by mistake. */
  toJSON(): string {
    return '[file]';
  }
}
