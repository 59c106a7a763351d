import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import { shardOf } from '../../src/operations/shards.ts';
import { type Fleet, type Place, serverOn, shardCount } from './fleet.ts';

/** Read for about 40 s. */
const longText = 'The tide table says that the boat leaves an hour after high water. '.repeat(12);
/** The next text is in line by then. */
const anotherTextMs = 20_000;
/** Between two sentences. */
const pauseMs = 2_500;
const answerWithinMs = 60_000;
/** How people are told that the bot stops or has started again. */
const saysSo = /restart|shutting down/;

/** What goes on in a voice channel of one process's server while others are replaced. */
export interface Going {
  readonly place: Place;
  /** Begins it unless it still goes on; resolves once it's heard or answered. */
  begin(): Promise<void>;
  /** Whether it goes on as it did since then. */
  isUnharmed(): Promise<boolean>;
  /** In how many messages its channel was told of a restart. */
  told(): number;
}

async function untilTrue(is: () => boolean, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!is() && performance.now() < until) await sleep(50);
  return is();
}

function placeOf({ places }: Fleet, guildId: string): Place {
  const place = places.find(({ shards }) => shards.includes(shardOf(guildId, shardCount)));
  if (!place) throw new Error(`no process has the shard of ${guildId}`);
  return place;
}

const toldIn = ({ discord }: Fleet, channelId: string): number =>
  discord.state.messages(channelId).filter((message) => saysSo.test(JSON.stringify(message))).length;

/** In the community, a member hears long texts, one after the other. */
export async function openReading(fleet: Fleet): Promise<Going & AsyncDisposable> {
  const { discord } = fleet;
  const { general, voice } = discord.channels;
  const person = await SandboxPerson.connect(discord, discord.people.member);
  const listener = await joinVoice(discord, person, voice);
  const place = placeOf(fleet, discord.guildId);
  const loud = () => listener.frames.filter(({ packet }) => packet.length > 3).map(({ atMs }) => atMs);
  const isHeard = () => (loud().at(-1) ?? 0) > performance.now() - pauseMs;
  const say = async () => await person.invoke(general, ['speak', 'say'], { text: longText });
  const enough = new AbortController();
  let beganAt = 0;
  let askedAt = 0;
  const keepReading = async () => {
    while (!enough.signal.aborted) {
      await sleep(500);
      const isDue = isHeard() && performance.now() - askedAt > anotherTextMs;
      if (!isDue) continue;
      askedAt = performance.now();
      await say().catch(() => undefined);
    }
  };
  void keepReading();
  return {
    place,
    begin: async () => {
      for (let tries = 0; tries < 5 && !isHeard(); tries += 1) {
        askedAt = performance.now();
        await say();
        await untilTrue(isHeard, 20_000);
      }
      if (!isHeard()) throw new Error('no text is heard');
      beganAt = performance.now();
    },
    isUnharmed: async () => {
      const since = loud().filter((atMs) => atMs >= beganAt);
      const gaps = [beganAt, ...since, performance.now()].map(
        (at, index, all) => at - (all[index - 1] ?? at),
      );
      return Math.max(...gaps) < pauseMs;
    },
    told: () => toldIn(fleet, general) + toldIn(fleet, voice),
    [Symbol.asyncDispose]: async () => {
      enough.abort();
      await listener.leave();
      person.disconnect();
    },
  };
}

/** In a server of another process, its owner talks with the bot. */
export async function openCall(fleet: Fleet, elsewhere: Place): Promise<Going & AsyncDisposable> {
  const { discord, service, owner } = fleet;
  const place = fleet.places.find(
    (each) => each.kind === 'gateway' && each !== elsewhere && each.shards.length === 1,
  );
  if (!place) throw new Error('there is no other gateway process');
  const { guildId, textChannelId, voiceChannelId } = serverOn(place.shards);
  const listener = await joinVoice({ ...withoutServer(discord), guildId }, owner, voiceChannelId);
  const answered = () => service.realtime.sessions.reduce((sum, { said }) => sum + said.length, 0);
  const isAnswered = async () => {
    const before = answered();
    await owner.invoke(textChannelId, ['converse', 'say'], { text: 'What is the time, please?' });
    return await untilTrue(() => answered() > before, 20_000);
  };
  let panelId = '';
  return {
    place,
    begin: async () => {
      if (panelId && (await isAnswered())) return;
      await owner.invoke(textChannelId, ['converse', 'start'], {});
      const panel = await owner.untilMessage(
        ({ id, guild_id: where, components }) =>
          where === guildId && id !== panelId && JSON.stringify(components).includes('converse:join'),
        answerWithinMs,
      );
      await owner.answerTo(await owner.click(panel, 'Join'), () => true, answerWithinMs);
      panelId = panel.id;
      if (!(await isAnswered())) throw new Error('nobody answers in the call');
    },
    isUnharmed: async () => {
      const panel = JSON.stringify(owner.messages.get(panelId)?.components ?? '');
      return panel.includes('converse:') && !saysSo.test(panel) && (await isAnswered());
    },
    told: () => toldIn(fleet, textChannelId) + toldIn(fleet, voiceChannelId),
    [Symbol.asyncDispose]: async () => await listener.leave(),
  };
}

function withoutServer({ guildId: _, ...discord }: Fleet['discord']) {
  return discord;
}
