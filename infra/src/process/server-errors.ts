/**
 * A setting that somebody has to change before the process can work: a wrong
 * password, an unknown certificate, a topic with another cleanup. The process
 * says `message` in one line and ends with exit code 1.
 */
export class SettingError extends Error {
  override readonly name = 'SettingError';

  /**
   * @param setting name of the setting as the operator writes it, such as `VOLANT_KAFKA_PASSWORD`
   * @param sentence what is wrong with it; never a secret
   */
  constructor(
    readonly setting: string,
    sentence: string,
    options?: ErrorOptions,
  ) {
    super(`${setting}: ${sentence}`, options);
  }
}

/** A server that does not answer now and may answer later: the process waits for it and says so. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';

  /**
   * @param server what an operator calls it, such as `Kafka`
   * @param sentence what was tried, with the address and without secrets
   */
  constructor(
    readonly server: string,
    sentence: string,
    options?: ErrorOptions,
  ) {
    super(`${server}: ${sentence}`, options);
  }
}
