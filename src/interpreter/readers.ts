import type { Logger } from 'pino';
import type { VoicePeople } from '../call/voice-people.ts';
import type { LanguagesOfPeople } from './people.ts';
import type { Interpretation } from './types.ts';

export interface ReadersParts {
  readonly people: VoicePeople;
  readonly languages: LanguagesOfPeople;
  /** Aborts when the call ends. */
  readonly over: AbortSignal;
  readonly log: Logger;
}

/** Gives people who are in the channel without being heard the languages they chose earlier. */
export function followReaders(call: Interpretation, { people, languages, over, log }: ReadersParts): void {
  const { guildId, reference } = call.request;
  const choose = async (userId: string) => {
    const chosen = await languages.of(guildId, userId);
    const isNews = !over.aborted && !call.languages.has(userId) && Object.keys(chosen).length > 0;
    if (isNews) call.choose(userId, chosen);
  };
  const follow = (userId: string) =>
    void choose(userId).catch((error: unknown) => {
      log.warn({ err: error, reference }, "couldn't look up which language someone reads");
    });
  for (const { userId } of people.in(guildId, call.channelId)) follow(userId);
  const stop = people.onArrival((arrival) => {
    if (arrival.guildId === guildId && arrival.channelId === call.channelId) follow(arrival.userId);
  });
  over.addEventListener('abort', stop, { once: true });
}
