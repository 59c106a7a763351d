import { beforeAll, describe, expect, it } from 'vitest';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { Stage } from '../support/stage.ts';
import { openQuickStage, textOf } from '../support/video-scene.ts';

let stage: Stage;
let member: SandboxPerson;

beforeAll(async () => {
  stage = await openQuickStage();
  member = await stage.person();
  return async () => await stage.close();
});

interface Line {
  readonly reference?: string;
  readonly requestId?: string;
  readonly err?: { readonly requestId?: string };
  readonly call?: string;
  readonly msg: string;
}

/** What one look for the reference shows. */
function storyOf(reference: string): readonly Line[] {
  const lines = stage.bot.output().split('\n');
  return lines.filter((line) => line.includes(reference)).map((line) => JSON.parse(line));
}

/** The small print under a failure, as people can copy it: `Reference ACDE-3467 · service request r`. */
function smallPrintIn(message: unknown): { readonly reference: string; readonly requestId: string } {
  const [, reference = '', requestId = ''] =
    /Reference ([A-Z0-9]{4}-[A-Z0-9]{4}) · service request ([\w-]+)/.exec(textOf(message)) ?? [];
  return { reference, requestId };
}

describe('what a person saw, the log and the service are joined by two ids', () => {
  it('for a video that the service refuses', async () => {
    const requestId = 'req-of-the-video';
    stage.service.faults.arm({
      ...{ method: 'POST', path: '/api/v1/services/aigc/video-generation/video-synthesis' },
      effect: {
        ...{ kind: 'answer', when: 'before', status: 400 },
        body: { code: 'DataInspectionFailed', message: 'no', request_id: requestId },
      },
    });
    await member.invoke(stage.discord.channels.general, ['video', 'text'], {
      prompt: 'a kite',
      resolution: '720P',
      duration: 2,
    });
    const told = await member.untilMessage((message) => textOf(message).includes('service request'), 60_000);
    const small = smallPrintIn(told);
    expect(small).toEqual({ reference: expect.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/), requestId });
    const story = storyOf(small.reference);
    expect(story.some((line) => JSON.stringify(line).includes(requestId))).toBe(true);
    // From the command to its end, and nothing of anybody else.
    expect(story.map(({ msg }) => msg).join('; ')).toMatch(/job/);
    expect(new Set(story.map(({ reference }) => reference))).toEqual(new Set([small.reference]));
  });

  it('for a question that the knowledge base fails', async () => {
    const requestId = 'req-of-the-question';
    stage.service.faults.arm({
      ...{ path: '/**', times: 0 },
      effect: {
        ...{ kind: 'answer', when: 'before', status: 400 },
        body: { Code: 'Index.Invalid', Message: 'no', RequestId: requestId, Success: false },
      },
    });
    const owner = await stage.person('owner');
    const asked = await owner.invoke(stage.discord.channels.general, ['knowledge', 'ask'], {
      question: 'When?',
    });
    const told = await owner.answerTo(asked, (message) => textOf(message).includes('Reference'), 60_000);
    stage.service.faults.clear();
    const small = smallPrintIn(told);
    expect(small.requestId).toBe(requestId);
    const [line] = storyOf(small.reference);
    expect(line).toMatchObject({
      reference: small.reference,
      call: expect.stringContaining('knowledge ask'),
    });
    expect(line?.err?.requestId).toBe(requestId);
  });

  it('for a video that is made: its log has the id under which the service knows the request', async () => {
    const invoked = await member.invoke(stage.discord.channels.general, ['video', 'text'], {
      prompt: 'a boat',
      resolution: '720P',
      duration: 2,
    });
    const line = () =>
      stage.bot
        .output()
        .split('\n')
        .filter((each) => each.includes('video task created') && each.includes(invoked.id))
        .map((each): Line => JSON.parse(each))[0];
    await expect.poll(line).toMatchObject({ reference: expect.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/) });
    expect(line()?.requestId).toMatch(/^[\w-]{8,}$/);
  });
});
