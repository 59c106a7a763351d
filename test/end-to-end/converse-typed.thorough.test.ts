import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { joinVoice, type VoicePerson } from '../../sandbox/test/support/voice-person.ts';
import { wordsFor } from '../../src/words/index.ts';
import { ConverseScene, talkScene } from '../support/converse-scene.ts';
import type { SpeakScene } from '../support/speak-scene.ts';

const words = wordsFor('en-US');
/** More than a moderator types in all of it. */
const charactersPerPerson = 200;

/** One bot for all of it: each conversation begins when the one before is over. */
let folder: string;
let scene: SpeakScene;
let moderator: SandboxPerson;
let talk: ConverseScene;
let voice: VoicePerson | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emcee-bases-'));
  const path = join(folder, 'bases.json');
  const base = { id: 'library', name: 'Library', indexId: 'idx-library', workspaceId: 'ws-main' };
  await writeFile(path, JSON.stringify({ bases: [{ ...base, guilds: 'all', open: 'moderators' }] }));
  scene = await talkScene({
    env: { KNOWLEDGE_BASES: path, SPEECH_CHARACTERS_PER_PERSON_PER_DAY: String(charactersPerPerson) },
  });
  moderator = await scene.stage.person('moderator');
});

afterEach(async () => {
  await voice?.leave();
  voice = undefined;
  await talk.end();
});

afterAll(async () => {
  await scene?.close();
  await rm(folder, { recursive: true });
});

/** A moderator comes into the lounge, begins, and joins. */
async function begunByModerator(options: Readonly<Record<string, boolean>> = {}): Promise<void> {
  const { discord } = scene.stage;
  voice = await joinVoice(discord, moderator, discord.channels.voice);
  talk = await ConverseScene.begin(scene, moderator, options);
  await talk.agree(moderator);
}

/** What came of the tools that were called, in all sessions. */
const results = () =>
  talk.sessions
    .flatMap(({ events }) => events)
    .flatMap(({ from, event }) =>
      from === 'client' && event.type === 'conversation.item.create' ? [JSON.stringify(event.item)] : [],
    );

describe('what is typed instead of spoken', () => {
  it('is voiced, heard word for word, answered and paid for, and refused when there is nothing left to pay with', async () => {
    talk = await ConverseScene.begin(scene, scene.member);
    expect(await talk.type('Who is here?')).toContain(
      words.errors.refusals['call-not-participant']({ code: 'call-not-participant', kind: 'conversation' }),
    );
    await talk.agree();
    expect(await talk.type('What is the time, please?')).toContain(words.conversation.answers.said);
    await eventually(() => talk.said.some((text) => text.includes('UTC')), 'an answer');
    expect(talk.heard).toEqual(['What is the time, please?']);
    await talk.scene.hears(20);
    await talk.type('Who is here, I wonder?');
    await eventually(() => results().length === 1, 'a tool');
    expect(results()[0]).toContain('takesPart');
    const tooMuch = 'And who was here before that? '.repeat(6);
    expect(await talk.type(tooMuch)).toContain(`${charactersPerPerson} characters`);
    expect(talk.heard).toHaveLength(2);
    expect(talk.session?.oddities).toEqual([]);
  });

  it("is told as not voiced when the service can't, and the conversation goes on", async () => {
    talk = await ConverseScene.begin(scene, scene.member);
    await talk.agree();
    const { synthesis } = scene.stage.service;
    onTestFinished(() => synthesis.clearFaults());
    synthesis.arm({
      at: 'connect',
      times: 0,
      effect: { kind: 'answer', status: 401, code: 'InvalidApiKey', message: 'no' },
    });
    // A bot that has voiced something has a connection already, which isn't refused.
    synthesis.closeAll(1000);
    await eventually(() => synthesis.connections.open === 0, 'no connection');
    const question = 'What is the time, please?';
    expect(await talk.type(question)).toContain(words.errors.service.credentials);
    expect(talk.heard).toEqual([]);
    synthesis.clearFaults();
    await talk.type(question);
    await eventually(() => talk.said.length === 1, 'an answer');
  });
});

describe('what is looked up in a call', () => {
  it('is what everybody in the channel may read, no matter who asks', async () => {
    const { discord } = scene.stage;
    await scene.listener.move(discord.channels.workshop);
    await begunByModerator();
    await talk.type('Search for can a ban be appealed?', moderator);
    await eventually(() => results().length === 1, 'what was found');
    expect(results()[0]).toContain('appealed once');
    const before = talk.realtime.sessions.length;
    await scene.listener.move(discord.channels.voice);
    await eventually(() => talk.realtime.sessions.length > before, 'a session without the passages');
    expect(JSON.stringify(talk.session?.events)).not.toContain('appealed once');
    await talk.type('Search for can a ban be appealed?', moderator);
    await eventually(() => results().length === 2, 'what was refused');
    expect(results()[1]).not.toContain('appealed once');
    expect(results()[1]).toContain('Not everyone');
  });
});

describe('the end of a call with a transcript', () => {
  it('leaves a recap with what was decided, as the model heard it', async () => {
    scene.stage.service.realtime.play([
      { when: { told: 'transcript[^]*meet on Friday' }, answer: { say: '- The group meets on Friday.' } },
    ]);
    await begunByModerator({ transcript: true });
    for (const [index, text] of [
      'Good morning to you.',
      'We meet on Friday.',
      'Thank you very much.',
    ].entries()) {
      await talk.type(text, moderator);
      await eventually(() => talk.said.length > index, 'an answer');
    }
    await moderator.click(talk.panel, 'Stop');
    const recap = await moderator.untilMessage((message) =>
      JSON.stringify(message.components).includes('of conversation**'),
    );
    expect(JSON.stringify(recap.components)).toContain(words.conversation.recap.decisions);
    expect(JSON.stringify(recap.components)).toContain('The group meets on Friday');
    // The one that wrote the recap is closed behind it.
    await eventually(() => talk.sessions.every(({ open }) => !open), 'the end of every session');
    for (const { closed } of talk.sessions) expect(closed?.code).toBe(1000);
  });
});
