/** A problem for the operator, who sees `message` without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  /** Whether it may be over at the next attempt although the operator changes nothing. */
  readonly mayPass: boolean = false;
}

/** Stored data that this process cannot read, however often it tries. */
export class UnreadableData extends OperatorError {
  override readonly name: string = 'UnreadableData';
}

/**
 * A setting that an operator has to change before the process can work: a wrong password, an unknown certificate, a
 * topic with another cleanup policy.
 */
export class SettingError extends OperatorError {
  override readonly name: string = 'SettingError';

  /**
   * @param setting name of the setting as the operator writes it, such as `VOLANT_KAFKA_PASSWORD`
   * @param sentence the fault of the setting, without secrets
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
export class ServerUnreachable extends OperatorError {
  override readonly name = 'ServerUnreachable';
  override readonly mayPass = true;

  /**
   * @param server name shown to operators, such as `Kafka`
   * @param sentence the attempt, with the address and without secrets
   */
  constructor(
    readonly server: string,
    sentence: string,
    options?: ErrorOptions,
  ) {
    super(`${server}: ${sentence}`, options);
  }
}
