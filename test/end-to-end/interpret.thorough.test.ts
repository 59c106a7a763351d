import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { InterpretScene, interpretedScene, type Speaker } from '../support/interpret-scene.ts';
import type { SpeakScene } from '../support/speak-scene.ts';

/** One bot for all of it: each call begins when the one before is over. */
let scene: SpeakScene;
let call: InterpretScene;

beforeAll(async () => {
  scene = await interpretedScene();
});

afterEach(async () => {
  scene.stage.discord.faults.clear();
  await call.end();
});

afterAll(async () => await scene?.close());

/** Begins one of an English member and a German owner, who takes part. */
async function ofTwo(options: Readonly<Record<string, string>> = {}): Promise<Speaker> {
  call = await InterpretScene.begin(scene, ['en', 'de'], options);
  const owner = await call.come('owner', 'de');
  await call.agree();
  return owner;
}

const understood = async () =>
  await call.sayUntilCaptioned(
    'The meeting starts at nine.',
    call.member,
    'Die Besprechung beginnt um neun.',
  );

/** Where captions are. */
const thread = () => {
  const { state, guildId } = scene.stage.discord;
  return state.channels(guildId).find(({ name }) => name.startsWith('Captions'))?.id ?? '';
};

const notices = () =>
  scene.stage.discord.state
    .messages(scene.channelId)
    .map(({ components }) => JSON.stringify(components ?? ''));

describe('an interpreted call', () => {
  it("of three people in three languages who talk at once: every line is its speaker's, in both others", async () => {
    call = await InterpretScene.begin(scene, ['en', 'de', 'es']);
    const { member } = call;
    const owner = await call.come('owner', 'de');
    const moderator = await call.come('moderator', 'es');
    await call.agree();
    const said = [
      [
        member,
        'The meeting starts at nine.',
        'Die Besprechung beginnt um neun.',
        'La reunión empieza a las nueve.',
      ],
      [owner, 'Wo ist die Bibliothek?', 'Where is the library?', '¿Dónde está la biblioteca?'],
      [moderator, 'Estoy de acuerdo contigo.', 'I agree with you.', 'Ich stimme dir zu.'],
    ] as const;
    await Promise.all(
      said.map(async ([speaker, text, ...captions]) => {
        await call.sayUntilCaptioned(text, speaker, ...captions);
      }),
    );
    // Nobody's words are under somebody else's name.
    for (const [speaker, ...words] of said)
      for (const text of call.captions.filter((caption) => words.some((each) => caption.includes(each))))
        expect(text).toContain(`<@${speaker.person.id}>`);
    expect(call.sessions).toHaveLength(6);
    expect(call.sessions.flatMap(({ oddities }) => oddities)).toEqual([]);
  });

  it('goes on without captions when their thread is deleted, and says so once', async () => {
    const owner = await ofTwo({ captions: 'thread-per-language' });
    await understood();
    await owner.person.rest('DELETE', `/channels/${thread()}`);
    const heard = scene.spoken(owner.voice);
    await call.say('Thank you very much.');
    await scene.hears(heard + 10, owner.voice);
    await scene.notice(/still interpreting/);
    const translated = () => call.sessions.flatMap(({ said }) => said).length;
    const before = translated();
    await call.say('Where is the library?');
    await eventually(() => translated() > before, 'another translation');
    expect(notices().filter((text) => text.includes('still interpreting'))).toHaveLength(1);
  });

  it('keeps its captions while Discord answers 429 and 500', async () => {
    await ofTwo();
    const path = `/api/v10/channels/${scene.stage.discord.channels.voice}/messages`;
    const edits = { method: 'PATCH', path: `${path}/*`, times: 2 } as const;
    const headers = { 'retry-after': '1', 'x-ratelimit-scope': 'shared' };
    const body = { message: 'You are being rate limited.', retry_after: 1, global: false };
    const answer = { kind: 'answer', when: 'before' } as const;
    scene.stage.discord.faults.arm({ ...edits, effect: { ...answer, status: 429, headers, body } });
    scene.stage.discord.faults.arm({ ...edits, effect: { ...answer, status: 500, body: {} } });
    await understood();
  });

  it('is over after a restart: the channel is told, and nobody is heard', async () => {
    await ofTwo();
    await understood();
    await scene.stage.bot.kill();
    const before = call.sessions.length;
    await scene.stage.startBot();
    await scene.notice(/I restarted, so I'm no longer interpreting/);
    await call.say('Thank you very much.');
    expect(call.sessions).toHaveLength(before);
    const panel = await call.member.person.untilMessage(
      ({ id, components }) => id === call.panel.id && JSON.stringify(components).includes('I restarted'),
    );
    expect(JSON.stringify(panel.components)).not.toContain('custom_id');
    // The seat of a process that was killed stays taken for a minute.
    const { voiceStates, guildId } = scene.stage.discord;
    voiceStates.disconnectMember(guildId, scene.botId);
  });
});
