import { describe, expect, test } from 'vitest';
import { usualEndpointing } from '../../../src/call/hearing/endpointing.ts';
import { usualInterpreter } from '../../../src/interpreter/settings.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { translated, understood } from '../../support/fake-translation.ts';
import { InterpreterScene, threePeople } from '../../support/interpreter-scene.ts';

const threeLanguages = { settings: { languages: ['en', 'es', 'ja'] }, people: threePeople } as const;
const refused = (fault: ServiceError['fault'], code: string) =>
  new ServiceError({ fault, code, nothingHappened: true });

/** Ann speaks English and Bea Spanish; "trio" is with Cho, who speaks Japanese. */
const it = test
  .extend('scene', () => InterpreterScene.start())
  .extend('trio', () => InterpreterScene.start(threeLanguages));

describe('sessions of an interpreter', () => {
  it('make room for a person who waits as soon as the one before is silent', async () => {
    const settings = { ...usualInterpreter, mostSessions: 1 };
    const scene = await InterpreterScene.start({ parts: { settings } });
    await scene.speak(500, 'ann');
    await scene.speak(300, 'bea');
    expect(scene.service.asked).toHaveLength(1);
    await scene.quiet(4_000);
    expect(scene.service.asked).toMatchObject([
      { from: 'en', to: 'es' },
      { from: 'es', to: 'en' },
    ]);
  });

  it('have the names of speakers voiced before their words are said', async () => {
    const asked: string[] = [];
    const voiceName = async function* (userId: string, language: string) {
      asked.push(`${userId} ${language}`);
      yield new Uint8Array(4_800);
    };
    const scene = await InterpreterScene.start({ parts: { voiceName } });
    await scene.speak(500, 'ann');
    scene.service.of('en>es').tell({ is: 'source', itemId: 'one', sure: 'Good', unsure: '', language: 'en' });
    scene.service.of('en>es').tell({ is: 'target', responseId: 'one', sure: 'Buenos', unsure: '' });
    expect(asked).toEqual(['ann es']);
  });

  it("interpret nothing of the bot's own words, as another microphone brings them back", async () => {
    const scene = await InterpreterScene.start();
    await scene.speak(300, 'bea');
    await scene.speak(500, 'ann');
    scene.service.of('en>es').translate('One two three four.', 'Uno dos tres cuatro.', 3_000);
    await scene.quiet(2_000);
    expect(scene.activity).toBe('speaking');
    scene.service.of('es>en').translate('Uno dos tres cuatro.', 'One two three four.', 1_000);
    scene.service.of('es>en').translate('Cinco seis siete ocho.', 'Five six seven eight.');
    expect(scene.said).toEqual(['ann es: Uno dos tres cuatro.', 'bea en: Five six seven eight.']);
  });

  it('interpret two who say the same at once, though the bot says one of them before the other is understood', async () => {
    const scene = await InterpreterScene.start();
    await scene.speak(500, 'ann', 'bea');
    const [ann, bea] = [scene.service.of('en>es'), scene.service.of('es>en')];
    ann.tell({ is: 'speech-started', itemId: 'hers', atMs: 0 });
    bea.translate('Buenas noches a todos.', 'Good evening everybody.', 3_000);
    for (let passed = 0; passed < 1_500; passed += 20) {
      scene.frame('ann', new Int16Array(320));
      await scene.quiet(20);
    }
    expect(scene.activity).toBe('speaking');
    ann.tell(
      { is: 'speech-stopped', itemId: 'hers', atMs: 500 },
      understood('hers', 'Good evening everybody.'),
      ...translated('r', 'Buenas noches a todos.'),
    );
    expect(scene.said).toEqual(['bea en: Good evening everybody.', 'ann es: Buenas noches a todos.']);
  });

  it('interpret nothing of the bot that goes on in a microphone, once that falls silent', async () => {
    const scene = await InterpreterScene.start();
    await scene.speak(300, 'bea');
    await scene.speak(500, 'ann');
    scene.service.of('en>es').translate('One two three four.', 'Uno dos tres cuatro.', 3_000);
    await scene.quiet(1_500);
    expect(scene.activity).toBe('speaking');
    const bea = scene.service.of('es>en');
    bea.tell({ is: 'speech-started', itemId: 'echo', atMs: 0 });
    await scene.speak(1_000, 'bea');
    bea.tell(
      { is: 'speech-stopped', itemId: 'echo', atMs: 1_000 },
      understood('echo', 'Uno dos tres cuatro.'),
      ...translated('r', 'One two three four.'),
    );
    expect(scene.said).toEqual(['ann es: Uno dos tres cuatro.']);
  });

  it('show who speaks: the last to begin, then who still does, then nobody', async ({ scene }) => {
    await scene.speak(500, 'ann');
    await scene.speak(500, 'ann', 'bea');
    expect(scene.interpretation.speaker).toBe('bea');
    await scene.speak(2_000, 'ann');
    expect(scene.interpretation.speaker).toBe('ann');
    await scene.quiet(3_000);
    expect(scene.interpretation.speaker).toBeUndefined();
  });

  it('show nobody as the speaker who left in the middle of a word', async ({ scene }) => {
    await scene.speak(500, 'ann');
    expect(scene.interpretation.speaker).toBe('ann');
    await scene.interpretation.leave('ann');
    expect(scene.interpretation.speaker).toBeUndefined();
  });

  it('know nothing any more of the language that a person spoke before they left', async () => {
    const scene = await InterpreterScene.start({
      settings: { languages: ['en', 'es', 'de'] },
      people: { ann: { speaks: 'auto' }, bea: { speaks: 'es' }, cho: { speaks: 'de' } },
    });
    await scene.speak(300, 'ann');
    const [first] = scene.service.sessions;
    first?.tell({ is: 'source', itemId: '1', sure: 'Hallo', unsure: '', language: 'de' });
    await scene.quiet(2_000);
    await scene.speak(300, 'ann');
    const before = scene.service.asked.length;
    await scene.interpretation.leave('ann');
    scene.join('ann');
    await scene.speak(300, 'ann');
    expect(scene.service.asked.slice(before).map(({ to }) => to)).toEqual(['es', 'de']);
  });

  it("are opened by a speaker's first word, one into each other language that is wanted", async () => {
    const scene = await InterpreterScene.start(threeLanguages);
    expect(scene.service.asked).toEqual([]);
    await scene.speak(300, 'ann');
    expect(scene.service.sessions.map(({ pair }) => pair)).toEqual(['en>es', 'en>ja']);
    await scene.speak(300, 'cho');
    expect(scene.service.sessions.map(({ pair }) => pair)).toEqual(['en>es', 'en>ja', 'ja>en', 'ja>es']);
    expect(scene.interpretation.sessions).toBe(4);
  });

  it('hear all that was said while they were being opened, and the silence that ends it', async () => {
    const scene = await InterpreterScene.start();
    const go = scene.service.holdOpenings();
    await scene.speak(1_000, 'ann');
    await scene.quiet(3_000);
    expect(scene.service.sessions).toEqual([]);
    go();
    await scene.quiet(100);
    const session = scene.service.of('en>es');
    expect(session.spokenMs).toBe(1_000);
    expect(session.appendedMs).toBe(1_000 + 800 + 400);
  });

  it('are none when all present share one language, and that is shown', async () => {
    const scene = await InterpreterScene.start({ people: { ann: { speaks: 'en' }, bea: { speaks: 'en' } } });
    await scene.speak(500, 'ann', 'bea');
    await scene.quiet(2_000);
    expect(scene.service.asked).toEqual([]);
    expect(scene.activity).toBe('same-language');
  });

  it('are wanted by people who only listen, too', async () => {
    const scene = await InterpreterScene.start({ people: { ann: { speaks: 'en' } } });
    await scene.speak(300, 'ann');
    expect(scene.service.asked).toEqual([]);
    await scene.quiet(3_000);
    scene.arrive('dee');
    scene.interpretation.choose('dee', { reads: 'fr' });
    await scene.speak(300, 'ann');
    expect(scene.service.sessions.map(({ pair }) => pair)).toEqual(['en>fr']);
  });

  it('are finished after a quiet while, and opened again by the next word', async ({ scene }) => {
    await scene.speak(300, 'ann');
    await scene.quiet(18_000);
    expect(scene.interpretation.sessions).toBe(1);
    await scene.quiet(4_000);
    expect(scene.interpretation.sessions).toBe(0);
    expect(scene.service.sessions[0]?.finishing).toBe(true);
    await scene.speak(300, 'ann');
    expect(scene.service.sessions).toHaveLength(2);
    expect(scene.service.of('en>es').spokenMs).toBe(300);
  });

  it('that end in mid-sentence are given that sentence again whole, and its line starts over', async () => {
    const scene = await InterpreterScene.start();
    await scene.speak(300, 'ann');
    await scene.quiet(2_000);
    const first = scene.service.of('en>es');
    first.translate('Good evening.', 'Buenas noches.');
    await scene.speak(600, 'ann');
    first.tell(
      { is: 'source', itemId: 'i9', sure: 'The meeting', unsure: ' st', language: undefined },
      { is: 'target', responseId: 'r9', sure: 'La', unsure: '' },
    );
    first.end({ is: 'too-old' });
    await scene.speak(600, 'ann');
    const second = scene.service.of('en>es');
    expect(second).not.toBe(first);
    expect(second.spokenMs).toBeGreaterThan(1_000);
    second.translate('The meeting starts at nine.', 'La reunión empieza a las nueve.');
    expect(scene.said).toEqual([
      'ann es: Buenas noches.',
      'ann es: –',
      'ann es: La reunión empieza a las nueve.',
    ]);
  });

  it('stay open longer when the account is short of connects', async ({ scene }) => {
    scene.service.connectsLeft = 0;
    await scene.speak(300, 'ann');
    await scene.quiet(58_000);
    expect(scene.interpretation.sessions).toBe(1);
    await scene.quiet(4_000);
    expect(scene.interpretation.sessions).toBe(0);
  });

  it('are told the names of that server, as they are when each is opened', async () => {
    let names = ['Emcee'];
    const scene = await InterpreterScene.start({
      parts: { hotWords: ({ guildId }) => (guildId === 'guild' ? names : []) },
    });
    await scene.speak(300, 'ann');
    expect(scene.service.asked[0]?.hotWords).toEqual(['Emcee']);
    await scene.quiet(25_000);
    names = ['Emcee', '林薇'];
    await scene.speak(300, 'ann');
    expect(scene.service.asked[1]?.hotWords).toEqual(['Emcee', '林薇']);
  });

  it('cost as many times live seconds as there are open ones, and nothing when the bot is silenced', async () => {
    const scene = await InterpreterScene.start(threeLanguages);
    await scene.speak(1_000, 'ann');
    await scene.quiet(9_000);
    expect(scene.interpretation.servedMs).toBeGreaterThan(19_000);
    expect(scene.interpretation.servedMs).toBeLessThanOrEqual(20_100);
    const { servedMs } = scene.interpretation;
    scene.lease.become({ is: 'muted', channelId: 'voice' });
    expect(scene.activity).toBe('silenced');
    await scene.quiet(10_000);
    expect(scene.interpretation.servedMs).toBe(servedMs);
  });

  it('know whether people spoke while the bot was silenced, so that they are told to say it again', async () => {
    const scene = await InterpreterScene.start();
    scene.lease.become({ is: 'muted', channelId: 'voice' });
    await scene.speak(800, 'ann');
    await scene.quiet(500);
    expect(scene.lease.notices.missedWords?.()).toBe(true);
    expect(scene.lease.notices.missedWords?.()).toBe(false);
    expect(scene.service.asked).toEqual([]);
  });

  it.each(['arrears', 'credentials'] as const)(
    'end with the call at %s, and nobody tries again',
    async (fault) => {
      const scene = await InterpreterScene.start(threeLanguages);
      await scene.speak(500, 'ann');
      const error = refused(fault, 'Refused');
      const opened = scene.service.asked.length;
      scene.service.of('en>es').end({ is: 'lost', error });
      expect(await scene.interpretation.ended).toBe('service');
      expect(scene.interpretation.state).toEqual({ is: 'ended', end: 'service', error });
      await scene.quiet(60_000);
      expect(scene.service.asked).toHaveLength(opened);
    },
  );

  it("end with the call when today's live time is spent", async () => {
    const scene = new InterpreterScene();
    scene.spending.leftSeconds = 70;
    await scene.start();
    for (let round = 0; round < 8; round += 1) {
      await scene.speak(500, 'ann');
      await scene.quiet(9_500);
    }
    expect(await scene.interpretation.ended).toBe('spent');
    expect(scene.spending.spentSeconds).toBe(70);
    expect(scene.service.open_).toEqual([]);
  });
});

describe('lines of an interpreter', () => {
  it('carry their speaker and both languages', async ({ scene }) => {
    await scene.speak(500, 'ann', 'bea');
    scene.service.of('es>en').translate('Buenos días.', 'Good morning.');
    scene.service.of('en>es').translate('Good evening.', 'Buenas noches.');
    expect(scene.said).toEqual(['bea en: Good morning.', 'ann es: Buenas noches.']);
    expect(scene.lines.at(-1)).toMatchObject({
      from: 'en',
      original: { sure: 'Good evening.', unsure: '' },
      showsOriginal: true,
      cut: false,
    });
  });

  it("show the original once, however many languages it's translated into", async ({ trio: scene }) => {
    await scene.speak(500, 'ann');
    scene.service.of('en>ja').translate('Good evening.', 'こんばんは。');
    scene.service.of('en>es').translate('Good evening.', 'Buenas noches.');
    const finals = scene.lines.filter(({ final }) => final);
    expect(finals.map(({ to, showsOriginal }) => [to, showsOriginal])).toEqual([
      ['ja', false],
      ['es', true],
    ]);
  });

  it("are corrected by the server's glossary, in each language", async () => {
    const corrects = (text: string, language: string) =>
      language === 'en' ? text.replaceAll('Emsi', 'Emcee') : text.replaceAll('Emsí', 'Emcee');
    const scene = await InterpreterScene.start({ parts: { corrects } });
    await scene.speak(500, 'ann');
    scene.service.of('en>es').translate('Ask Emsi.', 'Pregunta a Emsí.');
    expect(scene.lines.at(-1)).toMatchObject({
      original: { sure: 'Ask Emcee.' },
      translation: { sure: 'Pregunta a Emcee.' },
    });
  });

  it("in the speaker's own language come from the session that there is", async () => {
    const scene = await InterpreterScene.start({ settings: { sameLanguage: true } });
    await scene.speak(500, 'ann');
    scene.service.of('en>es').translate('Good evening.', 'Buenas noches.');
    expect(scene.said).toEqual(['ann own: Good evening.', 'ann es: Buenas noches.']);
  });

  it("in the speaker's own language come from a session of their own when all share one", async () => {
    const people = { ann: { speaks: 'en' }, bea: { speaks: 'en', ownCaptions: true } } as const;
    const scene = await InterpreterScene.start({ people });
    await scene.speak(500, 'ann');
    expect(scene.service.asked).toEqual([expect.objectContaining({ from: 'en', to: 'es', speaks: false })]);
    scene.service.of('en>es').translate('Good evening.', 'Buenas noches.');
    expect(scene.said).toEqual(['ann own: Good evening.']);
  });

  it('begin with nothing between people whose language the service detects as the one that is read', async () => {
    const people = { ann: { speaks: 'auto', reads: 'en' }, bea: { speaks: 'es' } } as const;
    const scene = await InterpreterScene.start({ people });
    await scene.speak(500, 'ann');
    const session = scene.service.of('auto>es');
    session.tell({ is: 'source', itemId: 'one', sure: 'Buenos', unsure: '', language: 'es' });
    session.tell(understood('one', 'Buenos días.', 'es'));
    session.tell(...translated('r', 'Buenos días.'));
    expect(scene.said).toEqual([]);
    await scene.quiet(3_000);
    await scene.speak(500, 'ann');
    expect(scene.service.open_).toEqual([]);
  });
});

describe('somebody who is interpreted', () => {
  it('and presses Leave in mid-sentence is not heard, and nothing of theirs stays or comes', async () => {
    const scene = await InterpreterScene.start();
    await scene.speak(500, 'ann');
    const session = scene.service.of('en>es');
    session.tell({ is: 'source', itemId: 'one', sure: 'My secret', unsure: ' is', language: 'en' });
    await scene.interpretation.leave('ann');
    expect(session.closed).toBe(true);
    expect(scene.lines.at(-1)).toMatchObject({
      userId: 'ann',
      original: { sure: '', unsure: '' },
      translation: { sure: '', unsure: '' },
      final: true,
      cut: true,
    });
    const { length } = scene.lines;
    session.translate('My secret is out.', 'Mi secreto salió.', 500);
    await scene.speak(500, 'ann');
    await scene.quiet(2_000);
    expect(scene.lines).toHaveLength(length);
    expect(scene.service.open_).toEqual([]);
    expect(scene.lease.ears.allowed.at(-1)).toEqual(new Set(['bea']));
    expect(scene.played).toEqual([]);
  });

  it('and presses Leave while their words are being said aloud is silent at once', async ({ scene }) => {
    await scene.speak(500, 'ann');
    scene.service.of('en>es').translate('One.', 'Uno.', 3_000);
    scene.service.of('en>es').translate('Two.', 'Dos.', 3_000);
    await scene.quiet(2_000);
    expect(scene.activity).toBe('speaking');
    await scene.interpretation.leave('ann');
    await scene.quiet(5_000);
    expect(scene.played).toHaveLength(1);
    expect(scene.played[0]?.playedMs).toBeLessThan(2_000);
  });

  it('and leaves the channel in mid-sentence has their last line posted, and no session any more', async () => {
    const scene = await InterpreterScene.start();
    scene.service.holdsFinish = true;
    await scene.speak(500, 'ann');
    scene.depart('ann');
    await scene.quiet(4_000);
    const [session] = scene.service.sessions;
    expect(session?.finishing).toBe(true);
    session?.translate('Good ev–', 'Buenas no–');
    session?.completeFinish('finished');
    await scene.quiet(100);
    expect(scene.said).toEqual(['ann es: Buenas no–']);
    expect(scene.interpretation.sessions).toBe(0);
  });

  it('and leaves the channel before a session stands is heard by none with what was kept for it', async () => {
    const scene = await InterpreterScene.start();
    const go = scene.service.holdOpenings();
    await scene.speak(1_000, 'ann');
    scene.depart('ann');
    scene.interpretation.depart('ann');
    go();
    await scene.quiet(100);
    expect(scene.service.sessions[0]?.appendedMs ?? 0).toBeLessThan(200);
    scene.service.gate = undefined;
    scene.arrive('ann');
    await scene.speak(1_000, 'ann');
    expect(scene.service.of('en>es').appendedMs).toBeGreaterThan(800);
  });

  it('and is moved to another channel is finished as well', async ({ scene }) => {
    await scene.speak(500, 'ann');
    scene.arrive('ann', 'elsewhere');
    await scene.quiet(4_000);
    expect(scene.service.sessions[0]?.finishing).toBe(true);
  });

  it('and changes language keeps what they said before, and is translated from the new one', async () => {
    const scene = await InterpreterScene.start();
    scene.service.holdsFinish = true;
    await scene.speak(500, 'ann');
    scene.interpretation.choose('ann', { speaks: 'fr' });
    const old = scene.service.of('en>es');
    expect(old.finishing).toBe(true);
    await scene.quiet(2_000);
    await scene.speak(500, 'ann');
    old.translate('Good evening.', 'Buenas noches.');
    old.completeFinish('finished');
    scene.service.of('fr>es').translate('Bonjour.', 'Buenos días.');
    expect(scene.said).toEqual(['ann es: Buenas noches.', 'ann es: Buenos días.']);
  });

  it('and changes language has the end of their word translated from the old one', async ({ scene }) => {
    await scene.speak(550, 'ann');
    scene.interpretation.choose('ann', { speaks: 'fr' });
    await scene.quiet(3_000);
    expect(scene.service.sessions.map(({ pair, spokenMs }) => [pair, spokenMs])).toEqual([['en>es', 560]]);
  });

  it('and changes language before a session stood has what they said before translated, too', async () => {
    const scene = await InterpreterScene.start();
    const go = scene.service.holdOpenings();
    await scene.speak(500, 'ann');
    scene.service.holdsFinish = true;
    scene.interpretation.choose('ann', { speaks: 'fr' });
    go();
    await scene.quiet(100);
    const [first] = scene.service.sessions;
    expect(first).toMatchObject({ pair: 'en>es', finishing: true });
    expect(first?.spokenMs).toBeGreaterThanOrEqual(400);
    first?.translate('Good ev–', 'Buenas no–');
    expect(scene.lines.at(-1)).toMatchObject({ from: 'en', to: 'es' });
  });
});

describe('the end of an interpreter', () => {
  it('waits for the last words, but leaves the channel at once', async ({ scene }) => {
    scene.service.holdsFinish = true;
    await scene.speak(500, 'ann');
    await scene.interpretation.stop();
    expect(scene.lease.released).toBe(1);
    scene.service.sessions[0]?.translate('Good evening.', 'Buenas noches.');
    scene.service.sessions[0]?.completeFinish('finished');
    await scene.interpretation.ended;
    expect(scene.said).toEqual(['ann es: Buenas noches.']);
    expect(await scene.interpretation.ended).toBe('asked');
  });

  it('waits no longer than 20 s for the words of somebody who could not be connected', async ({ scene }) => {
    scene.service.holdOpenings();
    await scene.speak(500, 'ann');
    await scene.interpretation.stop();
    let isOver = false;
    void scene.interpretation.ended.then(() => {
      isOver = true;
    });
    await scene.quiet(19_000);
    expect(isOver).toBe(false);
    await scene.quiet(1_000);
    expect(isOver).toBe(true);
  });

  it.each(['paced', 'block'] as const)(
    'in mid-speech opens no other session for the last syllable, with silence sent as %s',
    async (mode) => {
      const parts = { endpointing: { ...usualEndpointing, mode } };
      for (const [spoken, silentMs] of [
        [430, 0],
        [430, 300],
        [430, 620],
      ] as const) {
        const scene = await InterpreterScene.start({ parts });
        scene.service.holdsFinish = true;
        await scene.speak(spoken, 'ann');
        await scene.quiet(silentMs);
        if (silentMs > 600) await scene.speak(200, 'ann');
        await scene.interpretation.stop();
        await scene.quiet(5_000);
        expect(scene.service.asked).toHaveLength(1);
        expect(scene.service.sessions[0]?.spokenMs).toBeGreaterThanOrEqual(silentMs > 600 ? 600 : 400);
      }
    },
  );

  it('by a restart waits for nobody', async ({ scene }) => {
    scene.service.holdsFinish = true;
    await scene.speak(500, 'ann');
    await scene.interpretations.close();
    expect(scene.service.open_).toEqual([]);
    expect(await scene.interpretation.ended).toBe('shutting-down');
  });

  it('comes when everybody has left, and when nobody speaks', async () => {
    const left = await InterpreterScene.start();
    await left.interpretation.leave('ann');
    await left.interpretation.leave('bea');
    await left.quiet(20_000);
    expect(await left.interpretation.ended).toBe('everybody-left');
    const idle = await InterpreterScene.start();
    await idle.quiet(10 * 60_000);
    expect(await idle.interpretation.ended).toBe('idle');
  });

  it('comes when only the operator can help, with why', async ({ scene }) => {
    scene.service.failures.push(refused('credentials', 'InvalidApiKey'));
    await scene.speak(300, 'ann');
    expect(await scene.interpretation.ended).toBe('service');
    expect(scene.interpretation.state).toMatchObject({ end: 'service', error: { code: 'InvalidApiKey' } });
  });

  it('before it began is told to the person who asked, when nothing is left for today', async () => {
    const scene = new InterpreterScene();
    scene.spending.leftSeconds = 0;
    await expect(scene.start()).rejects.toThrow('quota-spent');
    expect(scene.rooms.leases).toEqual([]);
  });
});

describe('trouble of an interpreter', () => {
  const unreachable = () => refused('unreachable', 'SocketLost');

  it('of two sessions leaves the third alone, and is made good', async ({ trio: scene }) => {
    await scene.speak(300, 'ann', 'bea', 'cho');
    scene.service.of('en>es').end({ is: 'lost', error: unreachable() });
    scene.service.of('es>en').end({ is: 'lost', error: unreachable() });
    await scene.quiet(0);
    expect(scene.interpretation.trouble).toBe('connection-lost');
    scene.service.of('ja>en').translate('こんばんは。', 'Good evening.');
    expect(scene.said).toEqual(['cho en: Good evening.']);
    expect(scene.interpretation.trouble).toBeUndefined();
    await scene.speak(2_000, 'ann', 'bea');
    expect(scene.service.of('en>es').spokenMs).toBeGreaterThan(1_800);
    expect(scene.service.of('es>en').spokenMs).toBeGreaterThan(1_800);
  });

  it('with a connection is told, tried again with pauses, and loses nothing', async ({ scene }) => {
    scene.service.failures.push(unreachable(), unreachable());
    await scene.speak(400, 'ann');
    expect(scene.activity).toBe('reconnecting');
    expect(scene.interpretation.trouble).toBe('connection-lost');
    await scene.quiet(3_000);
    expect(scene.service.asked).toHaveLength(3);
    expect(scene.service.of('en>es').spokenMs).toBe(400);
  });

  it('is a language without a voice: captions only, said so for good', async () => {
    const scene = await InterpreterScene.start({ people: { ann: { speaks: 'en' }, bea: { speaks: 'th' } } });
    await scene.speak(300, 'ann');
    expect(scene.interpretation.trouble).toBe('target-without-voice');
    expect(scene.service.asked).toEqual([expect.objectContaining({ to: 'th', speaks: false })]);
    scene.service.of('en>th').translate('Good evening.', 'สวัสดี');
    expect(scene.said).toEqual(['ann th: สวัสดี']);
    expect(scene.interpretation.trouble).toBe('target-without-voice');
  });

  it("is a wait for the account's next connect, shown as long as it is", async ({ scene }) => {
    scene.service.waitMs = 25_000;
    const go = scene.service.holdOpenings();
    await scene.speak(500, 'ann');
    expect(scene.activity).toBe('waiting-to-connect');
    expect(scene.interpretation.waitMs).toBeGreaterThan(24_000);
    for (let round = 0; round < 24; round += 1) await scene.speak(980, 'ann');
    expect(scene.interpretation.trouble).toBe('waited-too-long');
    go();
    await scene.quiet(500);
    expect(scene.service.of('en>es').spokenMs).toBeGreaterThan(18_000);
    expect(scene.service.of('en>es').spokenMs).toBeLessThanOrEqual(20_100);
  });
});

describe('a person who speaks another language than they chose', () => {
  /** What a session understood: sentences in these languages, one after the other. */
  const hearing = (scene: InterpreterScene, pair: string, ...heard: readonly (string | undefined)[]) => {
    for (const [index, language] of heard.entries())
      scene.service
        .of(pair)
        .tell({ is: 'source-done', itemId: `heard-${pair}-${index}`, text: 'Hallo.', language });
  };
  const noticed = async (options?: Parameters<typeof InterpreterScene.start>[0]) => {
    const scene = await InterpreterScene.start(options);
    const others: string[] = [];
    scene.interpretation.onOtherLanguage((userId, language) => others.push(`${userId}: ${language}`));
    await scene.speak(300, 'ann');
    return { scene, others };
  };

  it.each([
    ['two', ['de', 'de'], ['ann: de']],
    ['one, and one in their own', ['de', 'en', 'de'], []],
    ['several in their own', ['en', 'en', 'en'], []],
    ['some that the service names no language of', [undefined, undefined, 'xx', 'xx'], []],
  ])('is told of after %s', async (_, heard, told) => {
    const { scene, others } = await noticed();
    hearing(scene, 'en>es', ...heard);
    expect(others).toEqual(told);
  });

  it('is not counted twice where two sessions hear the same sentence', async () => {
    const { scene, others } = await noticed(threeLanguages);
    hearing(scene, 'en>es', 'de');
    hearing(scene, 'en>ja', 'de');
    expect(others).toEqual([]);
  });

  it('is nothing to ask about where the service detects what they speak', async () => {
    const { scene, others } = await noticed({
      people: { ann: { speaks: 'auto' }, bea: { speaks: 'es' } },
    });
    const [session] = scene.service.sessions;
    for (const itemId of ['1', '2', '3'])
      session?.tell({ is: 'source-done', itemId, text: 'Hallo.', language: 'de' });
    expect(others).toEqual([]);
  });
});
