import { Child } from '../support/child.ts';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { type Bot, botNamed, earlierVideos } from './bots.ts';
import { personWithCommand } from './crowd.ts';
import { type Exchange, exchangesMessage, loopMessage, readyMessage, worldMessage } from './messages.ts';

const commands = 200;
/** One after another, before it counts: a bot that has been up for a while. */
const warmUps = 10;
const startMs = 15_000;
const answerMs = 5_000;
/** What a command that was never answered counts as, at least. */
const ruleMs = 3_000;

async function round(bot: Bot): Promise<Sample> {
  await bot.prepare();
  await using worldProcess = new Child({ script: 'bench/acknowledgement/world.ts' });
  const world = await worldProcess.receive(worldMessage, startMs);
  const { seen, loop } = await storm(bot, world);
  worldProcess.send({ asked: 'exchanges' });
  const { exchanges } = await worldProcess.receive(exchangesMessage, answerMs);
  const kept = await bot.kept();
  return {
    ...answers(exchanges.slice(warmUps)),
    seenP50Ms: percentile(seen, 50),
    seenP99Ms: percentile(seen, 99),
    ...(kept === undefined ? {} : { writtenDown: kept - earlierVideos - warmUps }),
    ...loop,
  };
}

/** Everybody at once. The bot is told to end afterwards, and gets to write down what it took. */
async function storm(bot: Bot, world: Parameters<Bot['program']>[0]) {
  await using botProcess = new Child(bot.program(world));
  await botProcess.receive(readyMessage, startMs);
  const command = await personWithCommand(world);
  for (let index = 0; index < warmUps; index += 1) await command();
  botProcess.send({ loopWatch: 'reset' });
  const tookMs = await Promise.all(Array.from({ length: commands }, command));
  botProcess.send({ loopWatch: 'read' });
  const { loop } = await botProcess.receive(loopMessage, answerMs);
  return { seen: tookMs, loop };
}

/** As Discord counts: from the moment that it told the bot to the moment that it had the bot's first answer. */
function answers(exchanges: readonly Exchange[]): Sample {
  if (exchanges.length !== commands)
    throw new Error(`${exchanges.length} of ${commands} commands were dispatched`);
  const tookMs = exchanges.map(({ dispatchedAt, answer }) => (answer ? answer.at - dispatchedAt : ruleMs));
  return {
    answeredP50Ms: percentile(tookMs, 50),
    answeredP95Ms: percentile(tookMs, 95),
    answeredP99Ms: percentile(tookMs, 99),
    answeredMaxMs: percentile(tookMs, 100),
    tooLate: exchanges.filter(({ taken }) => !taken).length,
    refused: exchanges.filter(({ answer }) => answer !== undefined && answer.status >= 300).length,
  };
}

endWithParent();
const [name = '', folder = ''] = process.argv.slice(2);
reportSample(await round(botNamed(name, folder)));
