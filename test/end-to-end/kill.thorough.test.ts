import { afterAll, describe, expect, it } from 'vitest';
import type { Fault, Faults } from '../../sandbox/faults.ts';
import type { Invoked, SandboxPerson } from '../support/sandbox-person.ts';
import { Stage } from '../support/stage.ts';

const short = { prompt: 'a kite', resolution: '720P', duration: 2, seed: 1 } as const;
const patience = 90_000;
const stages: Stage[] = [];

afterAll(async () => {
  for (const stage of stages) await stage.close();
});

const textOf = (message: unknown) => JSON.stringify(message);

interface Moment {
  readonly name: string;
  readonly side: 'discord' | 'service';
  readonly fault: Omit<Fault, 'effect' | 'times'>;
  readonly when: 'before' | 'after';
  readonly taskFirst?: boolean;
}

const creation = { method: 'POST', path: '/api/v1/services/aigc/video-generation/video-synthesis' };
const query = { method: 'GET', path: '/api/v1/tasks/*' };
const file = { method: 'GET', path: '/files/*' };
const message = { method: 'POST', path: '/api/v10/channels/*/messages' };
const panel = { method: 'PATCH', path: '/api/v10/webhooks/**' };

async function play(): Promise<{ stage: Stage; member: SandboxPerson; invoke: () => Promise<Invoked> }> {
  const stage = await Stage.open();
  stages.push(stage);
  const member = await stage.person();
  const invoke = async () => await member.invoke(stage.discord.channels.general, ['video', 'text'], short);
  return { stage, member, invoke };
}

const faultsOf = (stage: Stage, side: Moment['side']): Faults => stage[side].faults;

/** Kills the bot while one of its calls hangs at the given moment, then starts it again. */
async function killAt(stage: Stage, moment: Moment, act: () => Promise<Invoked>): Promise<Invoked> {
  const hold = faultsOf(stage, moment.side).arm({
    ...moment.fault,
    effect: { kind: 'hold', when: moment.when },
  });
  const invoked = await act();
  await hold.reached;
  // A call that was on its way to the service when the bot died is a moment of its own, below.
  if (moment.taskFirst) await expect.poll(() => stage.service.tasks.length, { timeout: patience }).toBe(1);
  await stage.bot.kill();
  hold.release();
  await stage.startBot();
  return invoked;
}

describe.concurrent('a bot that is killed with SIGKILL', { timeout: 150_000 }, () => {
  const finished: readonly Moment[] = [
    { name: 'while its creation call is answered', side: 'service', fault: creation, when: 'after' },
    {
      name: 'while it shows the first panel',
      side: 'discord',
      fault: panel,
      when: 'before',
      taskFirst: true,
    },
    { name: 'while it asks for the task', side: 'service', fault: query, when: 'before' },
    { name: 'while it is told that the task is done', side: 'service', fault: query, when: 'after' },
    { name: 'while it fetches the file', side: 'service', fault: file, when: 'before' },
    { name: 'before its message reaches Discord', side: 'discord', fault: message, when: 'before' },
    { name: 'after its message reached Discord', side: 'discord', fault: message, when: 'after' },
  ];

  it.each(finished)('$name, finishes the job: one task, one message', async (moment) => {
    const { stage, member, invoke } = await play();
    const invoked = await killAt(stage, moment, invoke);
    await member.answerTo(invoked, (shown) => textOf(shown).includes('✅ Done'), patience);
    expect(stage.service.tasks).toHaveLength(1);
    expect(stage.videosIn(stage.discord.channels.general)).toHaveLength(1);
  });

  it('before its creation call reaches the service, asks the person, and makes one when told to', async () => {
    const { stage, member, invoke } = await play();
    const moment: Moment = { name: '', side: 'service', fault: creation, when: 'before' };
    const hold = stage.service.faults.arm({ ...creation, effect: { kind: 'hold', when: 'before' } });
    const invoked = await invoke();
    await hold.reached;
    await stage.bot.kill();
    // The call never reaches the service: its connection died with the bot.
    stage.service.faults.arm({ ...moment.fault, effect: { kind: 'drop', when: 'before' } });
    await stage.startBot();
    const asked = await member.answerTo(
      invoked,
      (shown) => textOf(shown).includes('video:resubmit:'),
      patience,
    );
    expect(stage.service.tasks).toHaveLength(0);
    stage.service.faults.clear();
    await member.click(asked, `video:resubmit:${invoked.id}`);
    await member.answerTo(invoked, (shown) => textOf(shown).includes('✅ Done'), patience);
    expect(stage.service.tasks).toHaveLength(1);
    expect(stage.videosIn(stage.discord.channels.general)).toHaveLength(1);
  });

  it('after the delivery and before the panel says so, only mends the panel', async () => {
    const { stage, member, invoke } = await play();
    const posted = stage.discord.faults.arm({ ...message, effect: { kind: 'hold', when: 'after' } });
    const invoked = await invoke();
    await posted.reached;
    const edit = stage.discord.faults.arm({ ...panel, effect: { kind: 'hold', when: 'before' } });
    posted.release();
    await edit.reached;
    await stage.bot.kill();
    edit.release();
    await stage.startBot();
    await member.answerTo(invoked, (shown) => textOf(shown).includes('✅ Done'), patience);
    expect(stage.videosIn(stage.discord.channels.general)).toHaveLength(1);
  });

  it('before it acknowledged the command, has accepted nothing and spends nothing', async () => {
    const { stage, invoke, member } = await play();
    const callback = { method: 'POST', path: '/api/v10/interactions/**' };
    const moment: Moment = { name: '', side: 'discord', fault: callback, when: 'before' };
    await killAt(stage, moment, invoke);
    const again = await invoke();
    await member.answerTo(again, (shown) => textOf(shown).includes('✅ Done'), patience);
    expect(stage.service.tasks).toHaveLength(1);
  });
});
