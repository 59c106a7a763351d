import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { ConverseScene, talkScene } from '../support/converse-scene.ts';
import type { SpeakScene } from '../support/speak-scene.ts';
import { greyFilm } from '../support/video-scene.ts';

/** One bot for all of it: each conversation begins when the one before is over. */
let scene: SpeakScene;
let talk: ConverseScene;

beforeAll(async () => {
  scene = await talkScene({ service: { renderer: greyFilm } });
});

beforeEach(async () => {
  talk = await ConverseScene.begin(scene, scene.member);
  return async () => await talk.end();
});
afterAll(async () => await scene?.close());

describe('what people ask for in a call', () => {
  it('a video: is asked with a button first, with the words that were spoken, and then made', async () => {
    await talk.agree();
    await talk.sayUntilHeard('Make a video of a red kite over the dunes.', 'ann');
    const question = await talk.question('a red kite over the dunes');
    expect(talk.scene.stage.service.tasks).toHaveLength(0);
    await talk.member.click(question, 'Make it · 5 s');
    await eventually(
      () => talk.scene.stage.videosIn(talk.scene.stage.discord.channels.voice).length === 1,
      'the video',
    );
    // The question became the panel, which makes way for the video.
    await talk.member.until('MESSAGE_DELETE', ({ id }) => id === question.id);
    const [task] = talk.scene.stage.service.tasks;
    expect(task?.body).toMatchObject({ input: { prompt: 'a red kite over the dunes' } });
    await eventually(() => talk.said.some((text) => text.includes('being made')), 'a word about it');
    expect(talk.session?.oddities).toEqual([]);
  });

  it('a message: is posted in the channel that they named once they said yes, and not before', async () => {
    await talk.agree();
    await talk.sayUntilHeard('Post tea is ready in videos.', 'ann');
    const question = await talk.question('tea is ready');
    const { videos } = talk.scene.stage.discord.channels;
    const posted = () =>
      talk.scene.stage.discord.state
        .messages(videos)
        .filter((message) => JSON.stringify(message).includes('tea is ready'));
    expect(JSON.stringify(question.components)).toContain(`<#${videos}>`);
    expect(posted()).toHaveLength(0);
    await talk.member.click(question, 'Post it');
    await eventually(() => posted().length === 1, 'the message');
    await eventually(() => talk.said.some((text) => text.includes('Posted in videos')), 'a word about it');
  });

  it('200 times at once: two questions are asked and no more', async () => {
    const call = { name: 'post_message', arguments: { channel: 'videos', text: 'tea $n' } };
    talk.realtime.play([{ when: { heard: 'tea' }, answer: { call } }]);
    talk.realtime.arm({ at: 'call', effect: { kind: 'many-calls', count: 200 } });
    await talk.agree();
    await talk.sayUntilHeard('Tell everybody that the tea is ready.', 'ann', {
      isIt: (heard) => heard.includes('tea'),
    });
    const question = await talk.question('tea');
    const { state } = talk.scene.stage.discord;
    const asked = () =>
      state
        .messages(talk.scene.stage.discord.channels.voice)
        .filter((message) => JSON.stringify(message.components ?? []).includes('converse:allow'));
    await eventually(() => asked().length === 2, 'two questions');
    await talk.member.click(question, 'No');
    await eventually(() => asked().length === 1, 'the answered one is closed');
    expect(talk.session?.oddities).toEqual([]);
  });
});
