import { type InteractionEditReplyOptions, type InteractionReplyOptions, MessageFlags } from 'discord.js';
import type { Logger } from 'pino';
import { type Offer, Refusal, type RefusalFacts } from '../refusal/refusal.ts';
import { ServiceError } from '../service/errors.ts';
import { discordFaultOf } from './discord-fault.ts';
import { type FailureNotice, noticeOf, noticeText } from './failure-words.ts';
import { button, buttonRow } from './layout.ts';
import type { EdgeWords } from './words/index.ts';

/** The part of an interaction that's needed to tell a person about a failure. */
interface Answerable {
  readonly deferred: boolean;
  readonly replied: boolean;
  /** Set by the first answer; null if a component's message was only acknowledged. */
  readonly ephemeral: boolean | null;
  reply(options: InteractionReplyOptions): Promise<unknown>;
  editReply(options: InteractionEditReplyOptions): Promise<unknown>;
  followUp(options: InteractionReplyOptions): Promise<unknown>;
  deleteReply(): Promise<unknown>;
}

interface FailureFrame {
  /** In the language of the person who asked, because only they see the failure. */
  readonly words: EdgeWords;
  readonly reference: string;
  /** Already bound to the reference. */
  readonly log: Logger;
  /** What was used, for the log. */
  readonly call?: string;
  /** Whether they may know about that voice channel. */
  readonly knows?: (channelId: string) => boolean;
}

/**
 * The only place where an error becomes words: privately to the person who asked, without a provider's payload or a
 * stack. The log has the rest under the same reference. Never rejects.
 */
export async function answerFailure(
  error: unknown,
  interaction: Answerable,
  frame: FailureFrame,
): Promise<void> {
  const notice = noticeOf(error, frame.words, frame.knows);
  record(error, notice, frame.call === undefined ? frame.log : frame.log.child({ call: frame.call }));
  if (!notice) return;
  try {
    const content = noticeText(notice, frame.reference, frame.words);
    const { offer } = error instanceof Refusal ? error : {};
    await tellPrivately(interaction, {
      content,
      ...(offer ? { components: offered(offer, frame.words) } : {}),
    });
  } catch (failure) {
    frame.log.warn({ err: failure }, "couldn't tell the person about the failure");
  }
}

type Told = Pick<InteractionReplyOptions, 'content' | 'components'> &
  Pick<InteractionEditReplyOptions, 'content'>;

function offered({ feature, action, id }: Offer, { errors }: EdgeWords) {
  return buttonRow([button('primary', errors.offers[action], feature, action, id)]);
}

async function tellPrivately(interaction: Answerable, told: Told): Promise<void> {
  if (!interaction.deferred && !interaction.replied) {
    await interaction.reply({ ...told, flags: MessageFlags.Ephemeral });
    return;
  }
  if (isWaiting(interaction) && interaction.ephemeral) {
    await interaction.editReply(told);
    return;
  }
  if (isWaiting(interaction) && interaction.ephemeral === false) await removeWaiting(interaction);
  await interaction.followUp({ ...told, flags: MessageFlags.Ephemeral });
}

/** "… is thinking": deferred, with nothing written yet. */
function isWaiting(interaction: Answerable): boolean {
  return interaction.deferred && !interaction.replied;
}

/** Comes first, because the first follow-up after a deferral would become the deferred public message. */
async function removeWaiting(interaction: Answerable): Promise<void> {
  try {
    await interaction.deleteReply();
  } catch (error) {
    if (discordFaultOf(error) !== 'place-gone') throw error;
  }
}

function record(error: unknown, notice: FailureNotice | undefined, log: Logger): void {
  if (error instanceof Refusal) log.info(loggable(error.facts), 'refused');
  else if (!notice) log.warn({ err: error }, 'too late to answer this interaction');
  else if (error instanceof ServiceError && !error.needsOperator)
    log.warn({ err: error }, 'the service failed');
  else if (notice.kind === 'failed') log.error({ err: error }, 'failed, and the operator has to act');
  else log.error({ err: error }, 'failed unexpectedly');
}

/** Typed by people, so it stays out of the log. */
const typed: ReadonlySet<string> = new Set(['voice', 'word']);

function loggable({ code, ...facts }: RefusalFacts): object {
  const kept = Object.entries(facts).filter(([name]) => !typed.has(name));
  return { refusal: code, ...Object.fromEntries(kept) };
}
