import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { InterpretScene } from '../support/interpret-scene.ts';

let call: InterpretScene;

afterEach(async () => await call.close());

it('two people who speak two languages read and hear each other, end-to-end encrypted', async () => {
  call = await InterpretScene.open(['en', 'de']);
  const { member, scene } = call;
  const owner = await call.come('owner', 'de');
  await call.agree();
  await call.sayUntilCaptioned('The meeting starts at nine.', member, 'Die Besprechung beginnt um neun.');
  await scene.hears(20, owner.voice);
  await call.sayUntilCaptioned('Wo ist die Bibliothek?', owner, 'Where is the library?');
  expect(call.captions).toContain(
    `<@${member.person.id}> The meeting starts at nine.\n-# Die Besprechung beginnt um neun.`,
  );
  expect(call.captions).toContain(`<@${owner.person.id}> Wo ist die Bibliothek?\n-# Where is the library?`);
  expect(scene.stage.discord.voice.record.of(scene.botId).unencryptedFrames).toBe(0);
  expect(call.sessions.flatMap(({ oddities }) => oddities)).toEqual([]);
  const stopped = await member.person.click(call.panel, 'Stop');
  await member.person.answerTo(stopped);
  await eventually(() => call.sessions.every(({ open }) => !open), 'the end of every session');
});
