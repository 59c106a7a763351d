import { Stage } from '../../test/support/stage.ts';
import { endWithParent, reportSample } from '../support/round.ts';

endWithParent();
const stage = await Stage.open();
const member = await stage.person();

/** Resolves once a command is answered, however often that takes to ask. */
async function answeredCommand(): Promise<void> {
  for (;;) {
    try {
      const invoked = await member.invoke(stage.discord.channels.general, ['video', 'list']);
      await member.answerTo(invoked, () => true, 1_000);
      return;
    } catch {
      // Nobody was there to answer.
    }
  }
}

await answeredCommand();
const lastAnswerAt = performance.now();
await stage.bot.stop();
const stopMs = performance.now() - lastAnswerAt;
await Promise.all([stage.startBot(), answeredCommand()]);
const gapMs = performance.now() - lastAnswerAt;
await stage.close();
reportSample({ gapMs, stopMs });
