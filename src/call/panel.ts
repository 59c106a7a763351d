import type { Logger } from 'pino';
import { noticeOf } from '../discord/failure-words.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import { LiveMessage } from '../discord/live-message.ts';
import type { MessageBody, Messenger, PanelAddress } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { Clock } from '../operations/clock.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import { type Words, wordsFor } from '../words/index.ts';
import { captionButtons, captionLinks } from './captions/caption-controls.ts';
import type { PlacesShown } from './captions/caption-places.ts';
import type { CallFace, CallShown, CallSurroundings } from './face.ts';
import type { BasicCall, CallEnd } from './types.ts';

/** What's written down of a call, as far as its panel shows it. */
export interface WrittenCaptions {
  readonly places: PlacesShown;
  onPlaces(listener: () => void): void;
  bringHere(): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface CallPanelParts {
  readonly call: BasicCall;
  readonly face: Pick<CallFace, 'sentences'>;
  readonly panel: PanelAddress;
  /** The panel's message id is known. */
  readonly onPanel?: ((messageId: string) => void) | undefined;
  readonly render: (allowance: AllowanceLeft | undefined, words: Words) => MessageBody;
  readonly allowanceOf: () => Promise<AllowanceLeft | undefined>;
  /** What's said, if it's written down. Its methods never reject. */
  readonly captions?: WrittenCaptions | undefined;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Minutes pass even if nothing else changes. */
const betweenLooksMs = 30_000;

/** What people see of a call: a panel that's kept up to date, a transcript, and a sentence if it ends by itself. */
export class CallPanel {
  readonly #parts: CallPanelParts;
  readonly #panel: LiveMessage;
  readonly #over = new AbortController();
  /** Resolves when everything has been shown. Never rejects. */
  readonly done: Promise<void>;

  constructor(parts: CallPanelParts) {
    const { call, panel, messenger, clock, log, captions } = parts;
    this.#parts = parts;
    this.#panel = new LiveMessage({
      place: { is: 'panel', panel },
      onPosted: (messageId) => parts.onPanel?.(messageId),
      messenger,
      clock,
      render: async () => await this.#render(),
      onTrouble: (error) => {
        log.info({ err: error, reference: call.request.reference }, "couldn't show the panel of a call");
      },
    });
    const stops = [
      call.onChange(() => this.#panel.refresh()),
      call.onEcho((userId) => void this.#adviseHeadphones(userId)),
    ];
    this.#panel.refresh();
    captions?.onPlaces(() => this.#panel.refresh());
    void captions?.open();
    void this.#look();
    this.done = this.#end(stops);
  }

  /** Doesn't wait between edits, because the process is about to stop. */
  async finish(): Promise<void> {
    await this.#panel.finish();
    await this.done;
  }

  async #render() {
    const { call, render, allowanceOf, log } = this.#parts;
    const { publicLocale, reference } = call.request;
    const allowance = await allowanceOf().catch((error: unknown) => {
      log.warn({ err: error, reference }, "couldn't read what's left for a call");
      return undefined;
    });
    return render(allowance, wordsFor(publicLocale));
  }

  async #look(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#over;
    while (!signal.aborted) {
      await clock.sleep(betweenLooksMs, signal).catch(() => undefined);
      this.#panel.refresh();
    }
  }

  async #end(stops: readonly (() => void)[]): Promise<void> {
    const { call, captions } = this.#parts;
    const end = await call.ended;
    this.#over.abort();
    for (const stop of stops) stop();
    this.#panel.refresh();
    await Promise.all([this.#panel.settled(), this.#tell(end), captions?.close()]);
  }

  /** Privately, because it's about their own audio. Never rejects. */
  async #adviseHeadphones(userId: string): Promise<void> {
    const { call, messenger, log } = this.#parts;
    const { id, publicLocale, reference } = call.request;
    const sentence = wordsFor(publicLocale).call.headphones(call.channelId);
    const body = { components: [container([text(sentence)])] };
    await messenger.direct(userId, body, `h${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell someone about their echo");
    });
  }

  /** Only if nobody asked for the end and the room doesn't explain it. Never rejects. */
  async #tell(end: CallEnd): Promise<void> {
    const { call, face, messenger, log } = this.#parts;
    if (end === 'asked' || end === 'room' || end === 'shutting-down') return;
    const { id, textChannelId, publicLocale, reference } = call.request;
    const words = wordsFor(publicLocale);
    const why = call.state.is === 'ended' && call.state.error ? noticeOf(call.state.error, words) : undefined;
    const said = [face.sentences(words).endNotices[end], ...(why ? [why.sentence] : [])];
    const sentence = marksOf(words.locale).sentences(said);
    const body = { components: [container([text(sentence)])] };
    await messenger.post(textChannelId, body, `e${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell a channel that its call ended");
    });
  }
}

const colours = { live: 0x5865f2, hindered: 0xf0b232, failed: 0xf23f43 };

/** A call's panel for everyone in the channel: who's heard, where their audio goes, and the buttons. */
export function renderCall<Call extends CallShown>(
  face: CallFace<Call>,
  call: Call,
  around: CallSurroundings,
  words: Words,
): MessageBody {
  const { title, troubles } = face.sentences(words).panel;
  const { request, state, participants, trouble, livedMs } = call;
  const isRunning = state.is === 'running';
  const lines = [
    title(`<@${request.startedBy}>`, call.channelId),
    `**${headline(face, call, around, words)}**`,
  ];
  if (isRunning) {
    lines.push(...face.about(call, around, words, words.call.sent(words.call.regions[around.region])));
    if (participants.size > 0 && !around.exposed) lines.push(...face.people(call, words));
    if (trouble !== undefined) lines.push(`⚠️ ${troubles[trouble]}`);
    lines.push(...captionLinks(around.captions));
  }
  const small = [
    ...face.small(call, words),
    words.call.minutes(Math.floor(livedMs / 60_000)),
    ...(around.allowance ? [words.spending.left(around.allowance)] : []),
    words.call.reference(request.reference),
  ];
  const { buttons } = face.sentences(words);
  const ofCaptions = captionButtons(around.captions, face.route, request.id, buttons);
  const controls = isRunning ? [...rows(face, call, words), ...buttonRow(ofCaptions)] : [];
  return {
    components: [
      container([text(lines.join('\n')), text(`-# ${small.join(' · ')}`), ...controls], colourOf(face, call)),
    ],
  };
}

function headline<Call extends CallShown>(
  face: CallFace<Call>,
  call: Call,
  { exposed }: CallSurroundings,
  words: Words,
): string {
  const { state, participants, speaker } = call;
  if (state.is === 'ended') return words.call.ended[state.end];
  if (state.activity === 'listening' && participants.size === 0) return words.call.waiting;
  return face.activity(call, speaker === undefined || exposed ? undefined : `<@${speaker}>`, words);
}

function rows<Call extends CallShown>(face: CallFace<Call>, call: Call, words: Words) {
  const { join, leave, stop } = words.call.buttons;
  const { route } = face;
  const { id } = call.request;
  const { first, last } = face.buttons(call, words);
  return [
    ...buttonRow([...first]),
    ...buttonRow([
      button('primary', join, route, 'join', id),
      button('secondary', leave, route, 'leave', id),
      button('danger', stop, route, 'stop', id),
      ...last,
    ]),
  ];
}

function colourOf<Call extends CallShown>({ hindered }: CallFace<Call>, { state, trouble }: Call) {
  if (state.is === 'ended') return state.end === 'service' ? colours.failed : undefined;
  return trouble !== undefined || hindered.has(state.activity) ? colours.hindered : colours.live;
}
