/** A request that was refused: HTTP status, and `code` and `message` of the error body (field notes 5). */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function invalidParameter(message: string): ServiceRefusal {
  return new ServiceRefusal(400, 'InvalidParameter', message);
}

export function throttled(): ServiceRefusal {
  return new ServiceRefusal(
    429,
    'Throttling.RateQuota',
    'Requests rate limit exceeded, please try again later.',
  );
}
