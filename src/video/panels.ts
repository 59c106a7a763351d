import type { Spending } from '../community/spending.ts';
import type { ChannelPace } from '../discord/channel-pace.ts';
import { type MessageBody, MessageError, type Messenger, type PanelAddress } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { wordsFor } from '../words/index.ts';
import type { Delivery } from './delivery.ts';
import type { VideoHistory } from './history.ts';
import type { VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { MayFollow } from './packing.ts';
import { renderClosedPanel, renderPanel, type SentBy } from './panel-page.ts';
import type { Submitter } from './submitter.ts';

export const betweenRedrawsMs = 3_000;
/** Discord's code for a message that was deleted. */
const messageIsGone = 10_008;

/** The messages that show the state of videos. Every method rejects with a `MessageError`. */
export class Panels {
  readonly #parts;
  readonly #shownAt = new Map<string, number>();
  /** Turns in their channels of those that wait for one. */
  readonly #turns = new Map<string, number>();
  /** People deleted these, so they aren't edited again. */
  readonly #gone = new Map<string, MessageError>();

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly messenger: Messenger;
    readonly pace: Pick<ChannelPace, 'takeTurn'>;
    readonly delivery: Delivery;
    readonly mayFollow: MayFollow;
    readonly submitter: Submitter;
    readonly history: VideoHistory;
    readonly spending: Pick<Spending, 'pausedNow'>;
    readonly clock: Clock;
  }) {
    this.#parts = parts;
  }

  /** When it may be redrawn next, if it isn't urgent. */
  nextAt(id: string): number {
    return Math.max(this.#parts.clock.now(), (this.#shownAt.get(id) ?? 0) + betweenRedrawsMs);
  }

  /** Those that show an earlier state, because their turn hasn't come. */
  get waiting(): readonly string[] {
    return [...this.#turns.keys()];
  }

  /** When its channel may be written to for it. Until a panel stands there, its person sees nothing, so that one doesn't wait. */
  turnAt({ id, place, panel }: VideoJob): number {
    const { pace, clock } = this.#parts;
    const atMs = this.#turns.get(id) ?? pace.takeTurn(place.channelId);
    this.#turns.set(id, atMs);
    return panel.messageId === undefined ? clock.now() : atMs;
  }

  async show(job: VideoJob, sentBy?: SentBy): Promise<void> {
    const { submitter, history, delivery, mayFollow, ledger, spending, clock } = this.#parts;
    this.#turns.delete(job.id);
    const ahead = await submitter.ahead(job);
    const waitMs = history.waitMs(job.request.model, ahead, submitter.tasksAtOnce(job));
    const since = job.state === 'accepted' ? clock.now() : 'submittedAt' in job ? job.submittedAt : undefined;
    const expectedAt = waitMs === undefined || since === undefined ? undefined : since + waitMs;
    const activity = delivery.activityOf(job.id);
    const made = job.state === 'set-aside' && 'videoUrl' in job.resume ? job.resume : undefined;
    const mayShowLink = made && mayFollow(made.videoUrl);
    const isPaused = spending.pausedNow(job.place.guildId) !== undefined;
    const facts = { ahead, expectedAt, activity, mayShowLink, sentBy, isPaused };
    this.#shownAt.set(job.id, clock.now());
    const body = renderPanel(job, facts, wordsFor(job.place.locale));
    const { messageId } = await this.#edit(job, body);
    if (job.panel.messageId !== messageId) await ledger.record(job.id, { type: 'panel-moved', messageId });
  }

  /** Deletes it; it's no error if it's already gone. */
  async remove(job: VideoJob): Promise<void> {
    await this.#parts.messenger.removePanel(panelAddress(job));
  }

  /** For one that can't be deleted: only leaves how the video ended. */
  async shrink(job: VideoJob): Promise<void> {
    const body = renderClosedPanel(job, wordsFor(job.place.locale));
    await this.#edit(job, body);
  }

  forget(id: string): void {
    this.#shownAt.delete(id);
    this.#turns.delete(id);
    this.#gone.delete(id);
  }

  async #edit(job: VideoJob, body: MessageBody): Promise<{ readonly messageId: string }> {
    const gone = this.#gone.get(job.id);
    if (gone) throw gone;
    try {
      return await this.#parts.messenger.editPanel(panelAddress(job), body);
    } catch (error) {
      if (error instanceof MessageError && error.discordCode === messageIsGone) this.#gone.set(job.id, error);
      throw error;
    }
  }
}

export function panelAddress(job: VideoJob): PanelAddress {
  return { channelId: job.place.channelId, ...job.panel };
}
