import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault, Faults } from '../../sandbox/faults.ts';
import type { Invoked, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { Stage } from '../support/stage.ts';
import { doneOf, openQuickStage, panelSaying, patienceMs } from '../support/video-scene.ts';

const short = { prompt: 'a kite', resolution: '720P', duration: 2, seed: 1 } as const;

let stage: Stage;
let member: SandboxPerson;
let tasksBefore = 0;
let videosBefore = 0;

beforeAll(async () => {
  stage = await openQuickStage();
  member = await stage.person();
  return async () => await stage.close();
});

beforeEach(() => {
  member.messages.clear();
  tasksBefore = stage.service.tasks.length;
  videosBefore = stage.videosIn(stage.discord.channels.general).length;
});

afterEach(() => {
  stage.discord.faults.clear();
  stage.service.faults.clear();
});

const tasksMade = () => stage.service.tasks.length - tasksBefore;
const videosPosted = () => stage.videosIn(stage.discord.channels.general).length - videosBefore;

const invoke = async (): Promise<Invoked> =>
  await member.invoke(stage.discord.channels.general, ['video', 'text'], short);

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

const faultsOf = (side: Moment['side']): Faults => stage[side].faults;

/** Kills the bot while one of its calls hangs at the given moment, then starts it again. */
async function killAt(moment: Moment): Promise<Invoked> {
  const hold = faultsOf(moment.side).arm({
    ...moment.fault,
    effect: { kind: 'hold', when: moment.when },
  });
  const invoked = await invoke();
  await hold.reached;
  // A call that was on its way to the service when the bot died is a moment of its own, below.
  if (moment.taskFirst) await expect.poll(tasksMade, { timeout: patienceMs }).toBe(1);
  await stage.bot.kill();
  hold.release();
  await stage.startBot();
  return invoked;
}

describe('a bot that is killed with SIGKILL', () => {
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
    const invoked = await killAt(moment);
    await doneOf(member, invoked);
    expect(tasksMade()).toBe(1);
    expect(videosPosted()).toBe(1);
  });

  it('before its creation call reaches the service, asks the person, and makes one when told to', async () => {
    const moment: Moment = { name: '', side: 'service', fault: creation, when: 'before' };
    const hold = stage.service.faults.arm({ ...creation, effect: { kind: 'hold', when: 'before' } });
    const invoked = await invoke();
    await hold.reached;
    await stage.bot.kill();
    // The call never reaches the service: its connection died with the bot.
    stage.service.faults.arm({ ...moment.fault, effect: { kind: 'drop', when: 'before' } });
    await stage.startBot();
    const asked = await panelSaying(member, invoked, 'video:resubmit:');
    expect(tasksMade()).toBe(0);
    stage.service.faults.clear();
    await member.click(asked, `video:resubmit:${invoked.id}`);
    await doneOf(member, invoked);
    expect(tasksMade()).toBe(1);
    expect(videosPosted()).toBe(1);
  });

  it('after the delivery and before the panel is gone, only deletes the panel', async () => {
    const posted = stage.discord.faults.arm({ ...message, effect: { kind: 'hold', when: 'after' } });
    const invoked = await invoke();
    await posted.reached;
    const deletion = { ...panel, method: 'DELETE' };
    const removal = stage.discord.faults.arm({ ...deletion, effect: { kind: 'hold', when: 'before' } });
    posted.release();
    await removal.reached;
    await stage.bot.kill();
    removal.release();
    await stage.startBot();
    await doneOf(member, invoked);
    expect(videosPosted()).toBe(1);
  });

  it('before it acknowledged the command, has accepted nothing and spends nothing', async () => {
    const callback = { method: 'POST', path: '/api/v10/interactions/**' };
    const moment: Moment = { name: '', side: 'discord', fault: callback, when: 'before' };
    await killAt(moment);
    const again = await invoke();
    await doneOf(member, again);
    expect(tasksMade()).toBe(1);
  });
});
