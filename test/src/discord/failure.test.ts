import { describe, expect, test } from 'vitest';
import { answerFailure } from '../../../src/discord/failure.ts';
import { MessageError } from '../../../src/discord/messenger.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { whereToLook } from '../../../src/service/set-up-problem.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { discordError } from '../../support/discord-errors.ts';
import { FakeInteraction } from '../../support/fake-interaction.ts';
import { recordingLog } from '../../support/fake-log.ts';

const it = test.extend('interaction', () => new FakeInteraction());

const words = wordsFor('en-US');
const refusal = new Refusal({ code: 'prompt-empty' });

async function fail(error: unknown, interaction = new FakeInteraction()) {
  const { log, lines, text } = recordingLog();
  await answerFailure(error, interaction, {
    words,
    reference: 'ACDE-3467',
    log: log.child({ reference: 'ACDE-3467' }),
  });
  return { said: interaction.said, lines, logged: text() };
}

describe('a failure is told privately', () => {
  it('as a reply when nothing was answered yet', async () => {
    const { said } = await fail(refusal);
    expect(said).toEqual([
      { how: 'reply', isPrivate: true, content: expect.stringContaining('The prompt is empty') },
    ]);
  });

  it('in place of a private "thinking"', async ({ interaction }) => {
    await interaction.deferReply({ flags: 64 });
    const { said } = await fail(refusal, interaction);
    expect(said.slice(1)).toMatchObject([{ how: 'editReply', isPrivate: true }]);
  });

  it('after removing a public "thinking", in this order', async ({ interaction }) => {
    await interaction.deferReply();
    const { said } = await fail(refusal, interaction);
    expect(said.slice(1)).toMatchObject([{ how: 'deleteReply' }, { how: 'followUp', isPrivate: true }]);
  });

  it('even when the public "thinking" is gone already', async () => {
    const interaction = new FakeInteraction({ failures: { deleteReply: discordError(10008, 404) } });
    await interaction.deferReply();
    const { said } = await fail(refusal, interaction);
    expect(said.at(-1)).toMatchObject({ how: 'followUp', isPrivate: true });
  });

  it('without touching what a handler has already written for everybody', async ({ interaction }) => {
    await interaction.deferReply();
    await interaction.editReply({ content: 'panel' });
    const { said } = await fail(refusal, interaction);
    expect(said.slice(2)).toMatchObject([{ how: 'followUp', isPrivate: true }]);
  });

  it('without touching the message whose button was pressed', async () => {
    const interaction = new FakeInteraction({ kind: 'button' });
    await interaction.deferUpdate();
    const { said } = await fail(refusal, interaction);
    expect(said.slice(1)).toMatchObject([{ how: 'followUp', isPrivate: true }]);
  });
});

describe('what is told', () => {
  it('looks different for an expected no, a failure elsewhere and one of ours', async () => {
    const service = new ServiceError({ fault: 'server', code: 'InternalError', nothingHappened: false });
    const contents = await Promise.all(
      [refusal, service, new Error('boom')].map(async (error) => (await fail(error)).said[0]?.content ?? ''),
    );
    expect(new Set(contents.map((content) => content.slice(0, 1))).size).toBe(3);
    for (const content of contents) expect(content).toContain('ACDE-3467');
  });

  it('never holds a payload, a message or a stack of the error', async () => {
    const error = new ServiceError({
      fault: 'moderation',
      code: 'DataInspectionFailed',
      providerMessage: 'inner workings',
      requestId: 'b2c0-4d',
      nothingHappened: true,
      cause: new Error('stack of secrets'),
    });
    const { said } = await fail(error);
    expect(said[0]?.content).toContain('content rules');
    expect(said[0]?.content).toContain('b2c0-4d');
    expect(said[0]?.content).not.toMatch(/inner workings|DataInspection|secrets| at /);
  });

  it.each([
    ['not-found', 'ModelNotFound', undefined, 'model-missing'],
    ['not-found', 'WorkSpaceNotFound', undefined, 'workspace-missing'],
    ['unreachable', 'Redirected', undefined, 'address-wrong'],
    ['unreachable', 'Redirected', 'knowledge', 'address-wrong'],
    ['invalid-request', 'VoiceDoesNotFitModel', undefined, 'voice-refused'],
    ['invalid-request', 'VoiceUnknown', undefined, 'voice-refused'],
    ['access', 'Index.NoWorkspacePermissions', 'knowledge', 'knowledge-access'],
    ['access', 'Forbidden.RAM', 'knowledge', 'knowledge-access'],
    ['not-found', 'Index.NotExist', 'knowledge', 'knowledge-missing'],
  ] as const)(
    'sends a member to the owner, and the owner to the set-up: %s %s',
    async (fault, code, area, problem) => {
      const error = new ServiceError({ fault, code, nothingHappened: true, ...(area ? { area } : {}) });
      const { said, lines, logged } = await fail(error);
      expect(said[0]?.content).toContain(words.errors.setUp[problem]);
      expect(lines).toMatchObject([{ level: 'error' }]);
      expect(logged).toContain(whereToLook[problem]);
    },
  );

  it('is logged with the command and the facts of a refusal, and without what was typed', async () => {
    const { log, lines } = recordingLog();
    const frame = { words, reference: 'ACDE-3467', log: log.child({ reference: 'ACDE-3467' }) };
    const facts = { code: 'bot-lacks-permissions', permissions: ['Speak'], channelId: '7' } as const;
    await answerFailure(new Refusal(facts), new FakeInteraction(), { ...frame, call: 'speak say' });
    const unknown = { code: 'speech-voice-unknown', voice: 'my secret', similar: [] } as const;
    await answerFailure(new Refusal(unknown), new FakeInteraction(), { ...frame, call: 'speak voice' });
    const { code: refusal, ...rest } = facts;
    expect(lines).toMatchObject([
      { msg: 'refused', reference: 'ACDE-3467', call: 'speak say', refusal, ...rest },
      { msg: 'refused', call: 'speak voice', refusal: 'speech-voice-unknown' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('my secret');
  });

  it('leaves a request id out that is none', async () => {
    const requestId = '[click](https://example.invalid)';
    const error = new ServiceError({ fault: 'server', code: 'X', requestId, nothingHappened: false });
    expect((await fail(error)).said[0]?.content).not.toContain('example.invalid');
  });

  it.each([
    [50001, 403, words.errors.discord.access],
    [50013, 403, words.errors.discord.access],
    [10003, 404, words.errors.discord['place-gone']],
    [40005, 413, words.errors.discord['file-too-large']],
    [0, 503, words.errors.discord.unavailable],
    [50035, 400, words.errors.unexpected],
  ])('explains error %i of Discord', async (code, status, sentence) => {
    expect((await fail(discordError(code, status))).said[0]?.content).toContain(sentence);
  });

  it('explains what the messenger could not send', async () => {
    const { said } = await fail(new MessageError('too-large', undefined, 40005));
    expect(said[0]?.content).toContain(words.errors.discord['file-too-large']);
  });
});

describe('when nobody can be told', () => {
  it.each([10062, 40060, 50027, 10015])('after error %i, only the log hears of it', async (code) => {
    const { said, lines } = await fail(discordError(code, 404));
    expect(said).toEqual([]);
    expect(lines).toMatchObject([{ level: 'warn', reference: 'ACDE-3467', err: { code } }]);
  });

  it('a failing answer is logged and not thrown', async () => {
    const interaction = new FakeInteraction({ failures: { reply: discordError(10062, 404) } });
    const { lines } = await fail(refusal, interaction);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', err: { code: 10062 } });
  });
});

describe('the log', () => {
  it('holds the rest under the same reference', async () => {
    const { lines } = await fail(new Error('boom'));
    expect(lines).toMatchObject([
      {
        level: 'error',
        reference: 'ACDE-3467',
        err: { message: 'boom', stack: expect.stringContaining('boom') },
      },
    ]);
  });

  it('calls for the operator only where the operator can mend it', async () => {
    const of = (fault: 'credentials' | 'server') =>
      fail(new ServiceError({ fault, code: 'X', nothingHappened: true }));
    expect((await of('credentials')).lines[0]?.level).toBe('error');
    expect((await of('server')).lines[0]?.level).toBe('warn');
    expect((await fail(refusal)).lines[0]?.level).toBe('info');
  });

  it('holds neither what was sent to Discord nor the token of the interaction', async () => {
    const { logged } = await fail(discordError(50035, 400, 'what somebody wrote'));
    expect(logged).not.toMatch(/what somebody wrote|interaction-secret/);
    expect(logged).toContain('/webhooks/100000000000000001/');
  });
});
