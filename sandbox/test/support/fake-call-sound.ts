import type { CallSound, Microphone, MicrophoneEvents } from '../../console/page/voice/call-sound.ts';
import { MicrophoneTrouble } from '../../console/page/voice/call-sound.ts';

export class FakeMicrophone implements Microphone {
  muted = false;
  level = 0.5;
  closed = false;
  readonly events: MicrophoneEvents;

  constructor(events: MicrophoneEvents) {
    this.events = events;
  }

  close(): void {
    this.closed = true;
  }
}

/** Sound without a browser: remembers what was to be heard, and has the microphone that a test wants. */
export class FakeCallSound implements CallSound {
  recognition = 'none' as const;
  volume = 1;
  deafened = false;
  level = 0;
  opened = 0;
  closed = 0;
  readonly heard: (readonly [userId: string, bytes: readonly number[]])[] = [];
  readonly forgotten: string[] = [];
  readonly microphones: FakeMicrophone[] = [];
  /** Why there is no microphone. */
  trouble: string | undefined;
  /** The person has not answered the browser yet. */
  answer: Promise<void> = Promise.resolve();

  open(): string | undefined {
    this.opened += 1;
    return undefined;
  }

  async microphone(events: MicrophoneEvents): Promise<Microphone> {
    await this.answer;
    if (this.trouble) throw new MicrophoneTrouble(this.trouble);
    const microphone = new FakeMicrophone(events);
    this.microphones.push(microphone);
    return microphone;
  }

  hear(userId: string, packet: Uint8Array): void {
    this.heard.push([userId, [...packet]]);
  }

  forget(userId: string): void {
    this.forgotten.push(userId);
  }

  forgetAll(): void {
    this.forgotten.push('everybody');
  }

  recording(): Blob {
    return new Blob([]);
  }

  close(): void {
    this.closed += 1;
  }
}
