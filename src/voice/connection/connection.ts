import type { Networking } from '@discordjs/voice';
import { Countdown } from '../../operations/clock.ts';
import { frameMs, type OpusPacket, silencePacket, silencePacketsAtEnd } from '../packets/audio.ts';
import { LibraryConnection, type LibraryOptions } from './library-connection.ts';
import { type Loss, moreForSecuringMs, type Phase, patienceMs, phaseOf, verdictOn } from './phase.ts';

export interface ConnectionOptions extends LibraryOptions {
  readonly botId: string;
  /** Whether anyone else is in the channel, according to the main gateway. */
  readonly company: () => boolean;
  /** Whether people can hear it now. */
  readonly onOpen: (open: boolean) => void;
}

/**
 * One connection of @discordjs/voice, from joining to the end, with a deadline for each phase in which nobody can hear
 * it. It never rejoins: it ends with a loss, and its owner makes another one.
 */
export class RoomConnection {
  /** Resolves once to the first reason why it's no longer usable, which can be closing it. */
  readonly lost: Promise<Loss>;
  readonly #options: ConnectionOptions;
  readonly #library: LibraryConnection;
  readonly #deadline: Countdown;
  readonly #lose: (loss: Loss) => void;
  #phase: Phase = 'signalling';
  #wasOpen = false;
  #greeting: { readonly networking: Networking | undefined; done: boolean } | undefined;
  #connected: ReadonlySet<string> = new Set();
  /** Encryption wasn't set up in time, because nobody was there to set it up with. */
  #unsecured: Networking | undefined;
  /** The phase got more time. */
  #extended = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<Loss>();
    this.lost = promise;
    this.#lose = resolve;
    this.#deadline = new Countdown(options.clock, () => this.#timeUp());
    this.#library = new LibraryConnection(options, {
      onChange: () => this.#look(),
      onStranded: () => this.giveUp(),
    });
  }

  /** The main gateway was asked for a place, so its time to answer starts now. */
  asked(): void {
    if (this.#phase === 'signalling') this.#deadline.start(patienceMs.signalling ?? 0);
  }

  /** Its owner decided to end it. */
  giveUp(): void {
    this.#lose({ why: 'given-up' });
  }

  get wasOpen(): boolean {
    return this.#wasOpen;
  }

  get open(): boolean {
    return this.#phase === 'open';
  }

  /** Never throws. Returns false if nothing was sent. */
  send(packet: OpusPacket): boolean {
    return this.open && this.#library.put(packet);
  }

  setSpeaking(on: boolean): void {
    this.#library.setSpeaking(on);
  }

  /** A person left the channel. */
  forget(userId: string): void {
    this.#library.forget(userId);
  }

  /** Releases everything. Idempotent. */
  close(): void {
    this.#deadline.cancel();
    this.#lose({ why: 'given-up' });
    this.#library.close();
  }

  /** Only the library's final state counts. */
  #look(): void {
    const phase = this.#phaseNow();
    const code = this.#library.closeCode;
    if (phase === 'destroyed') this.#lose({ why: 'destroyed' });
    if (phase === 'closed' && code !== undefined && verdictOn(code) !== 'wait')
      this.#lose({ why: 'closed', code });
    if (phase === this.#phase) return;
    const was = this.#phase;
    this.#phase = phase;
    this.#extended = false;
    const patience = patienceMs[phase];
    if (patience === undefined) this.#deadline.cancel();
    else this.#deadline.start(patience);
    if (phase === 'open') this.#wasOpen = true;
    if ((phase === 'open') !== (was === 'open')) this.#options.onOpen(phase === 'open');
  }

  #phaseNow(): Phase {
    const { voice, networking, closeCode } = this.#library;
    const phase = phaseOf(voice, (connected) => this.#alone(connected));
    // The library says signalling when it answered a close code with an op 4, which wasn't sent.
    if (phase === 'signalling' && closeCode !== undefined) return 'closed';
    if ((phase === 'open' || phase === 'securing') && this.#greeting?.networking !== networking)
      void this.#greet();
    return phase === 'open' && !this.#greeting?.done ? 'securing' : phase;
  }

  /**
   * Five frames of silence after each new session, because some servers pass nothing on to a client that has never sent
   * anything (spec 5, 1.3).
   */
  async #greet(): Promise<void> {
    const greeting = { networking: this.#library.networking, done: false };
    this.#greeting = greeting;
    for (let sent = 0; sent < silencePacketsAtEnd; sent += 1) {
      if (this.#greeting !== greeting || this.#library.signal.aborted) return;
      this.#library.put(silencePacket);
      await this.#options.clock.sleep(frameMs);
    }
    this.setSpeaking(false);
    greeting.done = true;
    this.#library.lookSoon();
  }

  #timeUp(): void {
    const phase = this.#phase;
    if (phase === 'securing' && !this.#othersIn(this.#connected)) {
      this.#unsecured = this.#library.networking;
      this.#library.lookSoon();
    } else if (phase === 'securing' && !this.#extended) {
      this.#extended = true;
      this.#deadline.start(moreForSecuringMs);
    } else if (phase === 'closed') {
      this.#lose({ why: 'expelled', code: this.#library.closeCode });
    } else {
      this.#lose({ why: 'timeout', phase });
    }
  }

  /** Nobody could hear it: people in the channel may have a connection that doesn't come up. */
  #alone(connected: ReadonlySet<string>): boolean {
    this.#connected = connected;
    if (this.#othersIn(connected)) return false;
    return this.#unsecured === this.#library.networking || !this.#options.company();
  }

  #othersIn(connected: ReadonlySet<string>): boolean {
    return [...connected].some((userId) => userId !== this.#options.botId);
  }
}
