import { describe, expect, it } from 'vitest';
import { isPrivate, knowledge, said, saying } from '../support/knowledge-scene.ts';
import { Stage, type StageOptions } from '../support/stage.ts';

async function scene(options: StageOptions = {}) {
  const stage = await Stage.open(options);
  const member = await stage.person('member');
  const { general } = stage.discord.channels;
  return {
    stage,
    member,
    general,
    refused: async (subcommand: string, values: Readonly<Record<string, string>>, sign: string | RegExp) => {
      await member.invoke(general, ['knowledge', subcommand], values);
      const answer = await member.untilMessage(saying(sign), 60_000);
      expect(isPrivate(answer)).toBe(true);
      return said(answer);
    },
    [Symbol.asyncDispose]: async () => await stage.close(),
  };
}

describe('/knowledge in trouble', () => {
  it('offers nothing where nothing is set up, and the bot runs', async () => {
    await using bot = await scene({ env: { KNOWLEDGE_URL: '', KNOWLEDGE_BASES: '' } });
    await expect(bot.member.invoke(bot.general, ['knowledge', 'search'])).rejects.toThrow(/is offered/);
  });

  it('offers no answers where the operator did not switch contents on', async () => {
    await using bot = await scene({ env: { KNOWLEDGE_RETRIEVAL: 'off' } });
    const asking = bot.member.invoke(bot.general, ['knowledge', 'ask'], { question: 'Anything?' });
    await expect(asking).rejects.toThrow('There is no subcommand');
    await knowledge(bot.member, bot.general, 'search', {}, 'of 10,000');
  });

  it("says when the account's policies refuse and when the key is wrong, each in its own words, and goes on afterwards", async () => {
    await using bot = await scene();
    const { knowledge: control } = bot.stage.service;
    control.set({ denied: ['sfm:ListIndexFiles'] });
    const denied = await bot.refused('search', {}, /⚠️/);
    control.set({ denied: [] });
    await knowledge(bot.member, bot.general, 'search', {}, 'of 10,000');
    const secret = control.settings.accessKeySecret;
    control.set({ accessKeySecret: 'another' });
    const before = bot.member.messages.size;
    await bot.member.invoke(bot.general, ['knowledge', 'search'], { base: 'rules' });
    const wrongKey = await bot.member.untilMessage(
      (message) => saying(/⚠️/)(message) && said(message) !== denied && bot.member.messages.size > before,
      60_000,
    );
    expect(said(wrongKey)).not.toContain('another');
    control.set({ accessKeySecret: secret });
    await knowledge(bot.member, bot.general, 'search', { base: 'rules' }, 'of 40');
  });

  it('survives every quirk of the service', async () => {
    await using bot = await scene();
    bot.stage.service.knowledge.set({
      quirks: {
        numericStatus: true,
        codeOnSuccess: true,
        looseTypes: true,
        metadataAsText: true,
        failuresAsOk: true,
      },
    });
    const found = await knowledge(bot.member, bot.general, 'search', { base: 'rules' }, '1–10 of 40');
    expect(said(found)).toMatch(/ kB| MB| bytes/);
    await knowledge(bot.member, bot.general, 'ask', { question: 'Can a ban be appealed?' }, 'Details 1');
  });
});
