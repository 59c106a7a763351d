/** `service`: `{RequestId, Success: false, …}`; `gateway`: `{Code, Message, RequestId, HostId}` (field notes 6). */
export type RefusalOrigin = 'service' | 'gateway';

/** A call that was refused. */
export class KnowledgeRefusal extends Error {
  override readonly name = 'KnowledgeRefusal';
  readonly origin: RefusalOrigin;
  readonly status: number;
  readonly code: string;

  constructor(origin: RefusalOrigin, status: number, code: string, message: string) {
    super(message);
    this.origin = origin;
    this.status = status;
    this.code = code;
  }
}

export function invalidKnowledge(message: string): KnowledgeRefusal {
  return new KnowledgeRefusal('service', 400, 'InvalidParameter', message);
}

export function gatewayRefusal(status: number, code: string, message: string): KnowledgeRefusal {
  return new KnowledgeRefusal('gateway', status, code, message);
}
