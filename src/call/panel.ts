import { ButtonStyle } from 'discord.js';
import type { Logger } from 'pino';
import type { ChannelPace } from '../discord/channel-pace.ts';
import { noticeOf } from '../discord/failure-words.ts';
import { button, buttonRow, container, liveTime, text } from '../discord/layout.ts';
import { LiveMessage, type LivePlace } from '../discord/live-message.ts';
import { messageUrl } from '../discord/message-url.ts';
import type { MessageBody, Messenger, PanelAddress } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { Clock } from '../operations/clock.ts';
import { type Words, wordsFor } from '../words/index.ts';
import { postOfCall } from './call-post.ts';
import type { CaptionsEvent } from './captions/call-captions.ts';
import { captionButtons, captionLinks } from './captions/caption-controls.ts';
import type { CallPresenter, CallShown, CallSurroundings, PlacesShown } from './presenter.ts';
import type { BasicCall, CallEnd } from './types.ts';

/** What's written down of a call, as far as its panel shows it. */
export interface WrittenCaptions {
  readonly places: PlacesShown;
  watch(listener: (event: CaptionsEvent) => void): void;
  bringHere(): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface CallPanelParts {
  readonly call: BasicCall;
  readonly presenter: Pick<CallPresenter, 'sentences'>;
  /** The answer to the person who asked: the panel itself, or a link to it where it stands elsewhere. */
  readonly answer: PanelAddress;
  /** The panel's message id is known. */
  readonly onPanel?: ((channelId: string, messageId: string) => void) | undefined;
  readonly render: (words: Words) => Promise<MessageBody>;
  /** What it is, in a few words. */
  readonly name: (words: Words) => string;
  /** What people press. When it changes, the panel shows that at once. */
  readonly buttons: (words: Words) => unknown;
  /** What's said, if it's written down. Its methods never reject. */
  readonly captions?: WrittenCaptions | undefined;
  readonly messenger: Messenger;
  readonly clock: Clock;
  /** Of a person's Discord, if it's known. */
  readonly localeOf?: ((userId: string) => string | undefined) | undefined;
  /** Shared with captions in the same channel. */
  readonly pace?: ChannelPace | undefined;
  readonly log: Logger;
}

/** Minutes pass even if nothing else changes. */
const betweenLooksMs = 30_000;

/** What people see of a call: a panel that's kept up to date, a transcript, and a sentence if it ends by itself. */
export class CallPanel {
  readonly #parts: CallPanelParts;
  #panel: LiveMessage;
  readonly #over = new AbortController();
  /** Who's talking, as the panel shows it. */
  #shownSpeaker: string | undefined;
  /** What's shown at once when it changes. */
  #urgent = '';
  /** Resolves when everything has been shown. Never rejects. */
  readonly done: Promise<void>;

  constructor(parts: CallPanelParts) {
    const { call, answer, captions } = parts;
    this.#parts = parts;
    const isElsewhere = call.request.panelChannelId !== answer.channelId;
    this.#panel = isElsewhere ? this.#elsewhere() : this.#messageAt({ is: 'panel', panel: answer });
    const stops = [
      call.onChange(() => this.#changed()),
      call.watch((event) => {
        if (event.is === 'echo') void this.#adviseHeadphones(event.userId);
      }),
    ];
    this.#panel.refresh();
    captions?.watch(({ is }) => {
      if (is === 'places') this.#panel.refresh();
    });
    // The panel comes first.
    void this.#panel.settled().then(() => {
      if (!this.#over.signal.aborted) void captions?.open();
    });
    void this.#look();
    this.done = this.#end(stops);
  }

  /** In the voice channel's chat. If that takes no panel, the answer becomes it. */
  #elsewhere(): LiveMessage {
    const { call, answer } = this.#parts;
    const { id, panelChannelId } = call.request;
    const message = this.#messageAt({ is: 'channel', channelId: panelChannelId, nonce: `p${id}` }, () => {
      if (message.messageId !== undefined || this.#panel !== message) return;
      void message.withdraw();
      this.#panel = this.#messageAt({ is: 'panel', panel: answer });
      this.#panel.refresh();
    });
    return message;
  }

  #messageAt(place: LivePlace, onTrouble?: () => void): LiveMessage {
    const { call, answer, onPanel, messenger, clock, pace, log } = this.#parts;
    const { panelChannelId, reference } = call.request;
    const channelId = place.is === 'channel' ? place.channelId : answer.channelId;
    return new LiveMessage({
      place,
      onPosted: (messageId) => {
        onPanel?.(channelId, messageId);
        if (place.is === 'channel') void this.#link(messageId);
      },
      messenger,
      clock,
      pace,
      render: async () => await this.#render(channelId !== panelChannelId),
      onTrouble: (error) => {
        log.info({ err: error, reference }, "couldn't show the panel of a call");
        onTrouble?.();
      },
    });
  }

  /** @param isMisplaced it couldn't be posted where it belongs */
  async #render(isMisplaced: boolean): Promise<MessageBody> {
    const { call, render } = this.#parts;
    const words = wordsFor(call.request.publicLocale);
    this.#shownSpeaker = call.speaker;
    const body = await render(words);
    if (!isMisplaced || call.state.is === 'ended') return body;
    const why = text(`-# ${words.call.chatClosed(call.request.panelChannelId)}`);
    return { ...body, components: [...body.components, why] };
  }

  /** Doesn't wait between edits, because the process is about to stop. */
  async finish(): Promise<void> {
    await this.#panel.finish();
    await this.done;
  }

  #changed(): void {
    const { call, buttons } = this.#parts;
    const { state, channelId, participants, trouble, payer, request, speaker } = call;
    const pressed = buttons(wordsFor(request.publicLocale));
    const urgent = JSON.stringify([state.is, channelId, [...participants], trouble, payer, pressed]);
    const isUrgent = urgent !== this.#urgent;
    const isNews = speaker !== undefined && speaker !== this.#shownSpeaker;
    this.#urgent = urgent;
    // What's said stands on pages in the same channel, and goes first.
    this.#panel.refresh(isUrgent ? 'now' : isNews ? 'behind' : 'quiet');
  }

  async #look(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#over;
    while (!signal.aborted) {
      await clock.sleep(betweenLooksMs, signal).catch(() => undefined);
      this.#panel.refresh('quiet');
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

  /** Says where the panel is, in the channel that the call was asked for in. Never rejects. */
  async #link(messageId: string): Promise<void> {
    const { call, answer, name, messenger, log } = this.#parts;
    const { guildId, panelChannelId, publicLocale, reference } = call.request;
    const words = wordsFor(publicLocale);
    const url = messageUrl(guildId, panelChannelId, messageId);
    const body = { components: [container([text(`**${name(words)}** ${url}`)])] };
    await messenger.editPanel(answer, body).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't say where the panel of a call is");
    });
  }

  /** Privately, because it's about their own audio. Never rejects. */
  async #adviseHeadphones(userId: string): Promise<void> {
    const { call, localeOf, messenger, log } = this.#parts;
    const { id, publicLocale, reference } = call.request;
    const sentence = wordsFor(localeOf?.(userId) ?? publicLocale).call.headphones(call.channelId);
    const body = { components: [container([text(sentence)])] };
    await messenger.direct(userId, body, `h${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell someone about their echo");
    });
  }

  /** Only if nobody asked for the end and the room doesn't explain it. Never rejects. */
  async #tell(end: CallEnd): Promise<void> {
    const { call, presenter, messenger, log } = this.#parts;
    if (end === 'asked' || end === 'room' || end === 'shutting-down') return;
    const { id, publicLocale, reference } = call.request;
    const words = wordsFor(publicLocale);
    const why = call.state.is === 'ended' && call.state.error ? noticeOf(call.state.error, words) : undefined;
    const said = [presenter.sentences(words).endNotices[end], ...(why ? [why.sentence] : [])];
    const sentence = marksOf(words.locale).sentences(said);
    const body = { components: [container([text(sentence)])] };
    await postOfCall(messenger, call.request, body, `e${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell a channel that its call ended");
    });
  }
}

const colours = { live: 0x5865f2, hindered: 0xf0b232, failed: 0xf23f43 };
const mostNamed = 20;
const mostInRow = 5;

/** A call's panel, for everyone in the channel: who's heard, where that goes, whose minutes it uses, and the buttons. */
export function renderCall<Call extends CallShown>(
  presenter: CallPresenter<Call>,
  call: Call,
  around: CallSurroundings,
  words: Words,
): MessageBody {
  const { troubles } = presenter.sentences(words).panel;
  const { state, trouble } = call;
  if (state.is === 'ended') return renderEnd(presenter, call, state, around, words);
  const lines = [
    whatItDoes(presenter, call, around, words),
    `**${activityOf(presenter, call, around, words)}** · ${minutesOf(call, around, words)}`,
    ...(trouble === undefined ? [] : [`⚠️ ${troubles[trouble]}`]),
    ...captionLinks(around.captions),
  ];
  const isHindered = trouble !== undefined || presenter.hindered.has(state.activity);
  const colour = isHindered ? colours.hindered : colours.live;
  return {
    components: [container([text(lines.join('\n')), ...rows(presenter, call, around, words)], colour)],
  };
}

/** What doesn't fit on the panel, for the person who asks. */
export function renderDetails<Call extends CallShown>(
  presenter: CallPresenter<Call>,
  call: Call,
  around: CallSurroundings,
  words: Words,
): MessageBody {
  const { request, servedMs } = call;
  const { regions, sent, servedMinutes, reference } = words.call;
  const { service } = around.minutes ?? {};
  const lines = [
    presenter.sentences(words).panel.title(`<@${request.startedBy}>`, call.channelId),
    sent(regions[around.region]),
    ...presenter.details(call, around, words),
  ];
  const small = [
    ...presenter.small(call, words),
    servedMinutes(Math.floor(servedMs / 60_000)),
    ...(service ? [words.spending.left(service)] : []),
    reference(request.reference),
  ];
  return { components: [container([text(lines.join('\n')), text(`-# ${small.join(' · ')}`)])] };
}

/** Who ended it, how long it went on, and what's kept. */
function renderEnd<Call extends CallShown>(
  presenter: CallPresenter<Call>,
  call: Call,
  { end, by }: Extract<CallShown['state'], { readonly is: 'ended' }>,
  around: CallSurroundings,
  words: Words,
): MessageBody {
  const { ended, endedBy, lasted, reference } = words.call;
  const why = by === undefined || around.exposed ? ended[end] : endedBy(`<@${by}>`);
  const minutes = Math.max(1, Math.round(call.livedMs / 60_000));
  const small = [lasted(minutes), presenter.kept(call, around, words), reference(call.request.reference)];
  const lines = [`**${why}** · ${presenter.name(call, words)}`, `-# ${small.join(' · ')}`];
  return {
    components: [container([text(lines.join('\n'))], end === 'service' ? colours.failed : undefined)],
  };
}

function whatItDoes<Call extends CallShown>(
  presenter: CallPresenter<Call>,
  call: Call,
  around: CallSurroundings,
  words: Words,
): string {
  const { hears, hearsNobody, regions } = words.call;
  const { participants } = call;
  const named = [...participants].slice(0, mostNamed).map((userId) => `<@${userId}>`);
  const who =
    participants.size === 0 || around.exposed ? hearsNobody : hears(named, participants.size - named.length);
  const region = regions[around.region];
  const name = presenter.name(call, words);
  // In the chat of its own voice channel, everybody knows where it is.
  const isHere = call.channelId === call.request.panelChannelId;
  const place = isHere ? undefined : `<#${call.channelId}>`;
  return words.call.does(name, place, who, region, presenter.kept(call, around, words));
}

function minutesOf({ livedMs }: CallShown, { minutes }: CallSurroundings, words: Words): string {
  const { call, spending, locale } = words;
  const lived = call.thisCall(Math.floor(livedMs / 60_000));
  const day = minutes?.day ?? minutes?.service;
  if (!minutes || !day) return lived;
  const left =
    day.scope === 'person'
      ? call.dayOf(`<@${minutes.payer}>`, Math.floor(day.left / 60), Math.floor(day.limit / 60))
      : spending.left(day);
  return `${lived} · ${left}${marksOf(locale).comma}${call.renewed(liveTime(day.resetsAt))}`;
}

function activityOf<Call extends CallShown>(
  presenter: CallPresenter<Call>,
  call: Call,
  { exposed }: CallSurroundings,
  words: Words,
): string {
  const { state, participants, speaker } = call;
  if (state.is === 'running' && state.activity === 'listening' && participants.size === 0)
    return words.call.waiting;
  return presenter.activity(call, speaker === undefined || exposed ? undefined : `<@${speaker}>`, words);
}

function rows<Call extends CallShown>(
  presenter: CallPresenter<Call>,
  call: Call,
  { captions }: CallSurroundings,
  words: Words,
) {
  const { join, leave, stop, details } = words.call.buttons;
  const { route } = presenter;
  const { id } = call.request;
  const more = presenter.buttons(call, words);
  const hasPrimary = more.some(({ style }) => style === ButtonStyle.Primary);
  const buttons = [
    ...more,
    button(hasPrimary ? 'secondary' : 'primary', join, route, 'join', id),
    button('secondary', leave, route, 'leave', id),
    button('danger', stop, route, 'stop', id),
    button('secondary', details, route, 'details', id),
    ...captionButtons(captions, presenter, id, words),
  ];
  return [buttons.slice(0, mostInRow), buttons.slice(mostInRow)].flatMap((each) => buttonRow(each));
}
