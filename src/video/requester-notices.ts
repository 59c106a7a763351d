import type { Logger } from 'pino';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import { type MessageBody, MessageError, type Messenger } from '../discord/messenger.ts';
import { type Words, wordsFor } from '../words/index.ts';
import { failureSentence } from './failure.ts';
import {
  costsNothing,
  failedInPrivate,
  type JobIn,
  noticeNonce,
  resultNonce,
  type SettledJob,
  type VideoJob,
} from './job.ts';
import type { MayFollow, PackedVideo } from './packing.ts';
import { nextSteps, type SentBy } from './panel-page.ts';
import { panelAddress } from './panels.ts';
import { inSomeShape, longestPromptShown, type ResultShape, renderDirectResult } from './result-page.ts';
import type { VideoFiles } from './video-files.ts';

interface Way {
  readonly by: SentBy;
  readonly go: () => Promise<void>;
}

/** How only the requester hears of a video's end: by the first way that works. */
export class RequesterNotices {
  readonly #parts;

  constructor(parts: {
    readonly messenger: Messenger;
    readonly files: VideoFiles;
    readonly log: Logger;
    readonly mayFollow: MayFollow;
  }) {
    this.#parts = parts;
  }

  /**
   * Ephemeral while the interaction can be answered, else by direct message, else a nudge in the channel without the
   * reason.
   * @throws MessageError `temporary` if it may work later and `mayWait`
   */
  async tellEnd(job: SettledJob, mayWait: boolean): Promise<void> {
    const words = wordsFor(job.requester.locale);
    const sentence = sentenceFor(job, words);
    if (!sentence) return;
    const { messenger } = this.#parts;
    const { userId } = job.requester;
    const told = [text(sentence), ...promptOf(job), text(smallPrint(job, words))];
    await this.#firstThatWorks(job, mayWait, [
      {
        by: 'whisper',
        go: async () => {
          const body = { components: [container([...told, ...buttonRow(whatNext(job, words))])] };
          await messenger.whisper(panelAddress(job), body);
        },
      },
      {
        by: 'direct',
        // Without buttons, because those work where it was asked for.
        go: async () =>
          await messenger.direct(userId, { components: [container(told)] }, noticeNonce(job.id)),
      },
      {
        by: 'nothing',
        go: async () => void (await messenger.post(job.place.channelId, nudge(job), noticeNonce(job.id))),
      },
    ]);
  }

  /**
   * The channel is closed, so the requester gets the video, as a file if it's there, or as a link. Resolves to how.
   * @throws MessageError like `tell`
   */
  async sendVideo(job: JobIn<'undeliverable'>, mayWait: boolean): Promise<SentBy> {
    const { messenger, files, mayFollow } = this.#parts;
    const words = wordsFor(job.requester.locale);
    let link: PackedVideo = { as: 'link', reason: 'not-taken' };
    const body = (packed: PackedVideo) => (shape: ResultShape) =>
      renderDirectResult(job, packed, words, shape);
    const direct = async (packed: PackedVideo) =>
      await inSomeShape(body(packed), async (message) => {
        await messenger.direct(job.requester.userId, message, resultNonce(job.id));
      });
    const path = files.original(job.id);
    const file: Way = {
      by: 'direct',
      go: async () => {
        try {
          await direct({ as: 'file', path, seconds: job.request.durationSeconds });
        } catch (error) {
          if (error instanceof MessageError && error.reason === 'too-large')
            link = { as: 'link', reason: 'too-large' };
          throw error;
        }
      },
    };
    const links: Way[] = [
      { by: 'direct', go: async () => await direct(link) },
      {
        by: 'whisper',
        go: async () =>
          await inSomeShape(body(link), async (message) => {
            await messenger.whisper(panelAddress(job), message);
          }),
      },
    ];
    const hasFile = await files.obtain(job.id).catch(() => false);
    return await this.#firstThatWorks(job, mayWait, [
      ...(hasFile ? [file] : []),
      ...(mayFollow(job.videoUrl) ? links : []),
    ]);
  }

  /** Tries the ways in order. Temporary failures are thrown, permanent ones are logged. */
  async #firstThatWorks(job: VideoJob, mayWait: boolean, ways: readonly Way[]): Promise<SentBy> {
    const { log } = this.#parts;
    const facts = { job: job.id, reference: job.reference };
    let later: MessageError | undefined;
    for (const { by, go } of ways) {
      try {
        await go();
        return by;
      } catch (error) {
        log.warn({ err: error, ...facts }, "couldn't tell the requester this way");
        if (error instanceof MessageError && error.reason === 'temporary') later ??= error;
      }
    }
    if (later && mayWait) throw later;
    log.error(facts, "couldn't tell the requester");
    return 'nothing';
  }
}

/** Nothing failed: moderators decided, or didn't. */
const byModerators: readonly string[] = ['rejected', 'unreviewed', 'result-rejected', 'result-unreviewed'];

/** The sentence for an end; undefined if the panel or the channel already says it. */
function sentenceFor(job: SettledJob, words: Words): string | undefined {
  const { told } = words.video;
  switch (job.state) {
    case 'failed': {
      const reason = failureSentence(job.failure, words);
      return byModerators.includes(job.failure.fault) ? reason : told.failed(reason);
    }
    case 'canceled':
      return job.taskId && !job.byPerson ? told.canceled : undefined;
    case 'expired':
      return told.expired;
    case 'undecided':
      return told.undecided;
    case 'set-aside':
      return told.setAside;
    default:
      return undefined;
  }
}

/** Which video it was, if no panel says it. */
function promptOf(job: SettledJob) {
  return failedInPrivate(job) ? [text(`>>> ${showAsIs(job.request.prompt, longestPromptShown)}`)] : [];
}

function smallPrint(job: SettledJob, words: Words): string {
  const requestId = job.state === 'failed' ? job.failure.requestId : undefined;
  const { panel } = words.video;
  // The sentence about the others already says it.
  const saysCost = (job.state === 'failed' || job.state === 'canceled') && costsNothing(job);
  const facts = [
    ...(saysCost ? [panel.notBilled] : []),
    ...('taskId' in job && job.taskId ? [panel.task(job.taskId)] : []),
  ];
  return [
    ...(facts.length > 0 ? [`-# ${facts.join(' · ')}`] : []),
    words.errors.footer(job.reference, requestId),
  ].join('\n');
}

/** The buttons that its panel would have, if no panel is left. */
function whatNext(job: SettledJob, words: Words) {
  if (job.state !== 'failed' || !failedInPrivate(job)) return [];
  const { details } = words.video.buttons;
  return [...nextSteps(job, words), button('secondary', details, 'video', 'details', job.id)];
}

function nudge(job: SettledJob): MessageBody {
  const { told, panel } = wordsFor(job.place.locale).video;
  const { userId } = job.requester;
  const say = failedInPrivate(job) ? told.failedInChannel : told.inChannel;
  const lines = [text(say(`<@${userId}>`)), text(`-# ${panel.reference(job.reference)}`)];
  return { components: [container(lines)], mentions: [userId] };
}
