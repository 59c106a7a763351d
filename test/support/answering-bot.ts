import { demoCommand } from './demo-commands.ts';
import { type LiveBotOptions, startLiveBot } from './live-bot.ts';

/** A bot that answers its one command, to see whether it still lives. */
export async function startAnsweringBot(options: LiveBotOptions = {}) {
  const command = demoCommand({ run: async ({ interaction }) => void (await interaction.editReply('done')) });
  const bot = await startLiveBot({ commands: [command] }, options);
  let arriving: ReturnType<typeof bot.person> | undefined;
  return {
    bot,
    answers: async () => {
      arriving ??= bot.person();
      const person = await arriving;
      const invoked = await person.invoke(bot.discord.channels.general, ['demo']);
      await person.answerTo(invoked, ({ content }) => content === 'done');
    },
    told: () => bot.recorded.lines.filter(({ msg }) => msg === "couldn't take an event of Discord's gateway"),
    [Symbol.asyncDispose]: async () => await bot[Symbol.asyncDispose](),
  };
}
