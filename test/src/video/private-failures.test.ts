import { describe, expect, it } from 'vitest';
import type { MessageBody } from '../../../src/discord/messenger.ts';
import { failureRemedy, failureSentence } from '../../../src/video/failure.ts';
import { shownAt } from '../../../src/video/job.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { guildId, videoId as id, requester, VideoWorld } from '../../support/video-world.ts';

const prompt = 'a forbidden kite';
const channelId = '4000000000000000001';

const text = (bodies: readonly (MessageBody | undefined)[]) => FakeMessenger.textOf(...bodies);

async function failing(code: string | undefined, arrange: (world: VideoWorld) => void = () => undefined) {
  const world = await VideoWorld.open();
  world.service.ending = () => ({ status: 'failed', ...(code ? { code } : {}) });
  arrange(world);
  await world.make({ prompt });
  return world;
}

const buttonsIn = (shown: string) => [...shown.matchAll(/video:([a-z-]+):\d/g)].map(([, action]) => action);

const gone = 'nothing';
const again = ['again', 'edit', 'details'];

/** What is left in public, and the buttons of what is told in private. */
const table: readonly [
  code: string | undefined,
  panel: readonly string[] | typeof gone,
  told: readonly string[],
][] = [
  ['InvalidApiKey', gone, ['details']],
  ['DataInspectionFailed', gone, ['edit', 'details']],
  ['InvalidURL', ['details'], []],
  ['InvalidURL.ConnectionRefused', ['details'], []],
  ['InvalidFile.Duration', ['details'], []],
  ['InvalidParameter', ['edit', 'details'], []],
  ['BadRequest.EmptyInput', ['edit', 'details'], []],
  ['UnsupportedOperation', again, []],
  ['Arrearage', gone, ['details']],
  ['PrepaidBillOverdue', gone, ['details']],
  ['PostpaidBillOverdue', gone, ['details']],
  ['CommodityNotPurchased', gone, ['details']],
  ['AllocationQuota.FreeTierOnly', gone, ['details']],
  ['AccessDenied.Unpurchased', gone, ['details']],
  ['Model.AccessDenied', gone, ['details']],
  ['Forbidden.Role', gone, ['details']],
  ['ModelNotFound', gone, ['details']],
  ['WorkSpaceNotFound', gone, ['details']],
  ['Throttling.RateQuota', again, []],
  ['RequestTimeOut', again, []],
  ['InternalError.Algo', again, []],
  ['SystemError', again, []],
  ['ModelUnavailable', again, []],
  ['SomethingNew', again, []],
  [undefined, again, []],
];

describe('a task that failed', () => {
  it.each(table)('with %s offers what helps, where it belongs', async (code, panel, told) => {
    const world = await failing(code);
    const { messenger } = world;
    expect(buttonsIn(text(messenger.whispers))).toEqual(told);
    expect(text(messenger.whispers)).toContain('Your video failed');
    if (panel === gone) {
      expect(messenger.panelsRemoved).toHaveLength(1);
      expect(text(messenger.panels)).not.toContain('❌');
    } else {
      expect(messenger.panelsRemoved).toEqual([]);
      expect(messenger.lastPanel).toContain('❌ Failed');
      expect(buttonsIn(messenger.lastPanel)).toEqual(panel);
    }
    expect(messenger.posted).toEqual([]);
  });
});

it.each([
  ['ModelNotFound', 'model-missing'],
  ['WorkSpaceNotFound', 'workspace-missing'],
  ['Redirected', 'address-wrong'],
] as const)('%s is told as what the owner has to mend', (code, problem) => {
  const words = wordsFor('en-US');
  const sentence = words.errors.setUp[problem];
  expect(failureSentence({ fault: 'not-found', code }, words)).toBe(sentence);
  expect(failureSentence({ fault: 'generation', code }, words)).toBe(sentence);
});

it.each([
  ['source-gone', 'other-files'],
  ['crashed', 'operator'],
  ['result-gone', 'again'],
  ['result-unreadable', 'again'],
  ['result-address', 'operator'],
  ['vanished', 'again'],
] as const)('%s, which only happens here, is helped by %s', (fault, remedy) => {
  expect(failureRemedy({ fault })).toBe(remedy);
});

describe('a refused prompt', () => {
  const code = 'DataInspectionFailed';

  it('is quoted to its requester alone', async () => {
    const { messenger } = await failing(code);
    expect(text(messenger.whispers)).toContain(`>>> ${prompt}`);
    expect(messenger.tried.indexOf('whisper')).toBeGreaterThan(messenger.tried.indexOf('removePanel'));
  });

  it('comes by direct message once the interaction is over, without buttons that work elsewhere', async () => {
    const { messenger } = await failing(code, (world) => {
      world.service.runningMs = 60 * 60_000;
    });
    expect(messenger.panelsRemoved).toHaveLength(1);
    const told = text(messenger.directs.map(({ body }) => body));
    expect(told).toContain('content rules');
    expect(told).toContain(prompt);
    expect(buttonsIn(told)).toEqual([]);
  });

  it('is one public line that mentions its requester and holds neither prompt nor reason, when nothing else works', async () => {
    const { messenger } = await failing(code, (world) => {
      world.messenger.fail('whisper', 'token-dead');
      world.messenger.fail('direct', 'closed');
    });
    expect(messenger.posted).toHaveLength(1);
    const [line] = messenger.posted;
    expect(line?.body.mentions).toEqual([requester]);
    expect(text([line?.body])).toContain(
      '<@2000000000000000001>, your video failed. Run `/video status` to see why.',
    );
    expect(text([line?.body])).not.toMatch(/forbidden|content rules/);
  });

  it("whose panel can't be deleted leaves one line without the prompt", async () => {
    const { messenger } = await failing(code, (world) => {
      world.messenger.fail('removePanel', 'invalid');
    });
    expect(messenger.lastPanel).toContain('❌ Failed');
    expect(messenger.lastPanel).not.toContain(prompt);
    expect(messenger.whispers).toHaveLength(1);
  });

  it('is taken away, and then told, however long Discord is unwell', async () => {
    const { messenger } = await failing(code, (world) => {
      world.service.pendingMs = 1_000;
      world.service.runningMs = 1_000;
      world.messenger.fail('removePanel', 'temporary', 20);
    });
    expect(messenger.tried.filter((call) => call === 'removePanel').length).toBeGreaterThan(3);
    expect(messenger.lastPanel).not.toContain(prompt);
    expect(messenger.whispers).toHaveLength(1);
  });

  it('leads to no message, because none is left', async () => {
    const world = await failing(code);
    expect(world.job(id).panel.messageId).toBeDefined();
    expect(shownAt(world.job(id))).toBeUndefined();
    const mendable = await failing('InternalError');
    expect(shownAt(mendable.job(id))).toMatchObject({ messageId: 'panel-1' });
  });

  it('exists for its requester and for moderators, and for nobody else', async () => {
    const world = await failing(code);
    const owner = fakeActor({ guildId, userId: requester });
    const other = fakeActor({ guildId, userId: '2000000000000000002' });
    const moderator = fakeActor({ guildId, userId: '2000000000000000003', everywhere: ['ManageMessages'] });
    await expect(world.studio.findToBring(owner, id, channelId)).resolves.toMatchObject({ id });
    await expect(world.studio.find(moderator, id)).resolves.toMatchObject({ id });
    await expect(world.studio.find(other, id)).rejects.toMatchObject({ facts: { code: 'job-gone' } });
  });
});
