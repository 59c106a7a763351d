import {
  type AutocompleteInteraction,
  type Client,
  Events,
  type Interaction,
  type RepliableInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import { sees } from '../authority/place.ts';
import { RecentIds } from '../operations/bounded-map.ts';
import { type Clock, systemClock, withTimeout } from '../operations/clock.ts';
import { newReference } from '../operations/log.ts';
import { measures } from '../operations/measures.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import { Refusal, type RefusalCode } from '../refusal/refusal.ts';
import { actorOf } from './actor.ts';
import type { CallFrame, FeatureSurface } from './command.ts';
import { answerFailure } from './failure.ts';
import type { Guard, Serves } from './guards.ts';
import { parseCustomId } from './layout.ts';
import { planOf, Routes } from './plan.ts';
import { noteResolvedPermissions } from './resolved-permissions.ts';
import { suggest } from './suggest.ts';
import type { EdgeWords } from './words/index.ts';

export interface DispatcherOptions<Words extends EdgeWords> {
  readonly features: readonly FeatureSurface<Words>[];
  readonly wordsFor: (locale: string | null | undefined) => Words;
  /** Which guilds the bot works for. Default: all. */
  readonly serves?: Serves;
  /** The voice channel that someone is in. Default: as the gateway told. */
  readonly voiceChannelOf?: (guildId: string, userId: string) => string | undefined;
  readonly log: Logger;
  /** Epoch milliseconds, to measure how long things take. */
  readonly now: () => number;
  readonly newReference?: () => string;
  /** Refuses what moderators don't let people use; `usage` as in a plan. */
  readonly gate?: (interaction: RepliableInteraction<'cached'>, usage: string) => Promise<void>;
  /** Is told of every refusal in a guild. */
  readonly onRefused?: (guildId: string, code: RefusalCode) => void;
  /** Waiting for the last answers takes real time. */
  readonly clock?: Clock;
}

/** How long a stop waits for answers, before the features close and again after that. */
const lastAnswersMs = 700;

/** Only a resumed gateway session repeats deliveries, and it replays far fewer events than this. */
const rememberedInteractions = 10_000;

/**
 * Takes interactions to their handlers: resolve → guards → defer → run → answer or fail. Deferring waits for nothing,
 * because Discord only waits 3 s, and no handler's error gets past here.
 */
export class Dispatcher<Words extends EdgeWords = EdgeWords> {
  readonly #routes: Routes;
  readonly #options: DispatcherOptions<Words>;
  readonly #seen = new RecentIds(rememberedInteractions);
  readonly #lines = new KeyedMutex();
  readonly #inProgress = new Set<Promise<void>>();
  readonly #gaveUp = new AbortController();
  readonly #clock: Clock;
  #closing = false;

  constructor(options: DispatcherOptions<Words>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#routes = new Routes(options.features);
  }

  attach(client: Client): void {
    noteResolvedPermissions(client);
    client.on(Events.InteractionCreate, (interaction) => void this.handle(interaction));
  }

  /** Resolves when the interaction is done, whether it worked or not. Never rejects. */
  async handle(interaction: Interaction): Promise<void> {
    if (!this.#seen.add(interaction.id)) {
      this.#options.log.info({ interactionId: interaction.id }, 'ignored a repeated delivery');
      return;
    }
    const work = this.#dispatch(interaction).catch((error: unknown) => {
      // It isn't a valid interaction, so nobody can be told.
      this.#options.log.error({ err: error, interactionId: interaction.id }, "couldn't take an interaction");
    });
    this.#inProgress.add(work);
    await work.finally(() => this.#inProgress.delete(work));
  }

  /**
   * Refuses new interactions in words, and gives the running ones a moment. What hangs on something that's slow is ended by the
   * features, which close next.
   */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#untilAnswered();
  }

  /** Tells those who still wait that the bot is restarting. */
  async giveUpRunning(): Promise<void> {
    this.#gaveUp.abort(new Refusal({ code: 'shutting-down' }));
    await this.#untilAnswered();
  }

  /** Resolves when all running interactions are done, or after a moment. */
  async #untilAnswered(): Promise<void> {
    await withTimeout(this.#untilIdle(), lastAnswersMs, this.#clock);
  }

  async #untilIdle(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.allSettled(this.#inProgress);
  }

  async #dispatch(interaction: Interaction): Promise<void> {
    const frame = this.#frameOf(interaction);
    if (interaction.isAutocomplete()) await this.#suggest(interaction, frame);
    else if (interaction.isRepliable()) await this.#act(interaction, frame);
  }

  async #act(interaction: RepliableInteraction, frame: CallFrame): Promise<void> {
    const { now } = this.#options;
    const { receivedAt } = frame;
    let call = 'unknown';
    let outcome: 'done' | 'refused' | 'failed' = 'failed';
    try {
      if (this.#closing) throw new Refusal({ code: 'shutting-down' });
      if (!this.#serves(interaction)) throw new Refusal({ code: 'guild-not-allowed' });
      if (!interaction.inCachedGuild()) throw new Refusal({ code: 'guild-only' });
      const plan = planOf(interaction, this.#routes, frame);
      call = plan.name;
      const finishGuards = beginGuards(plan.guards, interaction);
      const acknowledged = plan.acknowledge().then(() => now() - receivedAt);
      // The person is told about it below, when it's their turn.
      acknowledged.catch(() => undefined);
      const done = this.#inLine(plan.line, interaction, async () => {
        const tookMs = await acknowledged;
        await finishGuards();
        await this.#options.gate?.(interaction, plan.usage);
        await plan.run();
        return tookMs;
      });
      const acknowledgedMs = await withTimeout(
        done,
        Number.POSITIVE_INFINITY,
        this.#clock,
        this.#gaveUp.signal,
      );
      frame.log.info({ call: plan.name, acknowledgedMs, tookMs: now() - receivedAt }, 'done');
      outcome = 'done';
    } catch (error) {
      if (error instanceof Refusal) outcome = 'refused';
      if (error instanceof Refusal && interaction.inCachedGuild())
        this.#options.onRefused?.(interaction.guildId, error.facts.code);
      await answerFailure(error, interaction, {
        ...frame,
        call: callOf(interaction),
        knows: (channelId) => this.#knowsPlace(interaction, channelId),
      });
    } finally {
      measures.interaction.tell({ call, outcome, tookMs: now() - receivedAt });
    }
  }

  /** Discord's answers to the first answers arrive in any order, so the place in line is taken before. */
  async #inLine<Result>(
    line: string | undefined,
    { guildId, user }: RepliableInteraction,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return line === undefined
      ? await work()
      : await this.#lines.runExclusive(`${line}/${guildId}/${user.id}`, work);
  }

  async #suggest(interaction: AutocompleteInteraction, frame: CallFrame): Promise<void> {
    const subcommand = interaction.options.getSubcommand(false);
    const answers = !this.#closing && this.#serves(interaction);
    const command = answers ? this.#routes.command(interaction.commandName, subcommand) : undefined;
    await suggest(interaction, command, frame);
  }

  #serves({ guildId }: Interaction): boolean {
    return guildId === null || (this.#options.serves?.(guildId) ?? true);
  }

  #frameOf(interaction: Interaction): CallFrame {
    const reference = (this.#options.newReference ?? newReference)();
    return {
      words: this.#options.wordsFor(interaction.locale),
      publicWords: this.#options.wordsFor(interaction.guildLocale),
      reference,
      receivedAt: this.#options.now(),
      log: this.#options.log.child({
        reference,
        interactionId: interaction.id,
        guildId: interaction.guildId,
        channelId: interaction.channelId,
        userId: interaction.user.id,
      }),
    };
  }

  /** Only people who see a channel, or are in it, may know about it. */
  #knowsPlace(interaction: RepliableInteraction, channelId: string): boolean {
    if (!interaction.inCachedGuild()) return false;
    const { guildId, member } = interaction;
    const { voiceChannelOf = () => member.voice.channelId ?? undefined } = this.#options;
    const isThere = voiceChannelOf(guildId, member.id) === channelId;
    return isThere || sees(actorOf(interaction), { guildId, channelId });
  }
}

/** What was used, for the log: the path of a command, or what a control is for. */
function callOf(interaction: RepliableInteraction): string {
  if (interaction.isChatInputCommand())
    return [interaction.commandName, interaction.options.getSubcommand(false)].filter(Boolean).join(' ');
  if (interaction.isMessageContextMenuCommand()) return interaction.commandName;
  if (interaction.isMessageComponent() || interaction.isModalSubmit()) {
    const control = parseCustomId(interaction.customId);
    return control ? `${control.feature}:${control.action}` : 'unknown control';
  }
  return 'unknown';
}

/**
 * Runs guards in order while they answer at once, and throws the first refusal. Guards from the first slow one on are
 * awaited by the returned function. The interaction is deferred in between, because Discord only waits three seconds.
 */
export function beginGuards(
  guards: readonly Guard[],
  interaction: RepliableInteraction<'cached'>,
): () => Promise<void> {
  for (const [index, guard] of guards.entries()) {
    const answer = guard.check(interaction);
    if (!answer) continue;
    // Stored as a value, so that rejecting before it's awaited doesn't count as unhandled.
    const settled = answer.then(
      () => ({ passed: true }) as const,
      (reason: unknown) => ({ passed: false, reason }) as const,
    );
    return async () => {
      const outcome = await settled;
      if (!outcome.passed) throw outcome.reason;
      for (const later of guards.slice(index + 1)) await later.check(interaction);
    };
  }
  return async () => {};
}
