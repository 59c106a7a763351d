import type { CallsOf } from '../../src/call/types.ts';
import type {
  Call,
  CallActivity,
  CallLine,
  CallRequest,
  CallTrouble,
} from '../../src/conversation/call-types.ts';
import { FakeBasicCall, FakeCallsOfKind } from './fake-basic-call.ts';

/** A call that does what a test says; what people do with it is remembered. */
export class FakeCall
  extends FakeBasicCall<CallRequest, CallActivity, CallLine, CallTrouble>
  implements Call
{
  readonly said: { readonly userId: string; readonly text: string }[] = [];
  /** Since when it was to forget what was said. */
  readonly begunAnew: number[] = [];

  beginAnew(sinceMs: number): void {
    this.begunAnew.push(sinceMs);
  }

  async say(userId: string, text: string): Promise<void> {
    this.said.push({ userId, text });
  }

  holdFloor(userId: string): boolean {
    if (this.speaker !== undefined && this.speaker !== userId) return false;
    this.speaker = userId;
    this.change();
    return true;
  }

  releaseFloor(userId: string): void {
    if (this.speaker === userId) this.speaker = undefined;
    this.change();
  }
}

export class FakeCalls extends FakeCallsOfKind<CallRequest, FakeCall> implements CallsOf<Call> {
  constructor() {
    super('conversation', (request) => new FakeCall(request));
  }
}
