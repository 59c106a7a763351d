import { LoopWatch } from '../support/event-loop.ts';
import { loopQuestion } from './messages.ts';

/** Loaded before a bot (`--import`): answers, without its help, how late its event loop was. */
const watch = new LoopWatch();

process.on('message', (message) => {
  const question = loopQuestion.safeParse(message);
  if (!question.success) return;
  if (question.data.loopWatch === 'reset') watch.reset();
  else process.send?.({ loop: watch.read() });
});
