import { describe, expect, it } from 'vitest';
import { MessageError } from '../../../../src/discord/messenger.ts';
import { interpreterCaptions } from '../../../../src/interpreter/captions/captions.ts';
import type { InterpretationAsk } from '../../../../src/interpreter/interpretation-ask.ts';
import { CaptionBoard } from '../../../support/caption-board.ts';
import { ada, ben, textChannel, voiceChannel } from '../../../support/conversation-world.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { FakeInterpretation } from '../../../support/fake-interpretations.ts';
import { recordingLog } from '../../../support/fake-log.ts';
import { FakeMessenger } from '../../../support/fake-messenger.ts';
import { interpretationRequest, interpretedLine } from '../../../support/interpreter-world.ts';

class BoardMessenger extends FakeMessenger {
  readonly files: string[] = [];
  readonly #board: CaptionBoard;

  constructor(clock: FakeClock, board: CaptionBoard) {
    super(clock);
    this.#board = board;
  }

  override async post(...given: Parameters<FakeMessenger['post']>) {
    for (const { bytes } of given[1].files ?? []) if (bytes) this.files.push(Buffer.from(bytes).toString());
    return await this.#board.post(given[0], given[1]);
  }

  override async editPanel(...given: Parameters<FakeMessenger['editPanel']>) {
    return await this.#board.editPanel(...given);
  }

  override async remove(channelId: string, messageId: string) {
    await this.#board.remove(channelId, messageId);
  }
}

type Exposes = (guildId: string, channelId: string, voiceChannelId: string) => boolean;
const exposesHidden: Exposes = (_, __, channelId) => channelId === hiddenChannel.id;

function stage(
  ask: Partial<InterpretationAsk> = {},
  { exposes = exposesHidden, panelChannelId = textChannel } = {},
) {
  const clock = new FakeClock();
  const board = new CaptionBoard(clock);
  const messenger = new BoardMessenger(clock, board);
  const call = new FakeInterpretation({ ...interpretationRequest(ask), panelChannelId });
  const people = {
    nameOf: (_: string, userId: string) => (userId === ada ? 'Ada' : 'Ben'),
    roomName: () => 'Lounge',
  };
  const { log } = recordingLog();
  const captions = interpreterCaptions({ call, people, exposes, messenger, clock, log });
  const close = async () => {
    const closing = captions.close();
    await clock.advance(60_000);
    await closing;
  };
  return { clock, board, messenger, call, captions, close };
}

/** With a thread, if they are to have one. */
async function opened(ask: Partial<InterpretationAsk> = {}) {
  const scene = stage(ask);
  await scene.captions.open();
  return scene;
}

const thread = 'thread-1';
const said = (original: string, translation: string) => ({
  original: { sure: original, unsure: '' },
  translation: { sure: translation, unsure: '' },
});
const reply = interpretedLine({
  id: 'line-2',
  userId: ben,
  from: 'de',
  to: 'en',
  ...said('Hallo.', 'Hello.'),
});
/** Nothing of it is to be seen any more. */
const takenBack = (id = 'line-1') => interpretedLine({ id, ...said('', ''), cut: true });
/** Which voice channel not everybody sees who reads along. */
const hiddenChannel = { id: 'secret' };

describe('captions of a call that a moderator moves', () => {
  const german = (id: string, text: string, final = true) =>
    interpretedLine({ id, translation: { sure: text, unsure: '' }, final });

  it("stop where people would read them who can't see that voice channel, and go on when it's moved back", async () => {
    const { clock, board, messenger, call, close } = await opened({ transcript: true });
    call.line(german('one', 'Guten Morgen.'));
    call.line(german('two', 'Wir', false));
    await clock.advance(2_000);
    call.channelId = hiddenChannel.id;
    call.line(german('two', 'Wir sind jetzt geheim', false));
    call.line(german('three', 'Geheim.', false));
    await clock.advance(2_000);
    call.channelId = voiceChannel;
    // A part of it was said over there.
    call.line(german('three', 'Geheim. Und wieder hier.'));
    call.line(german('two', 'Wir sind jetzt geheim gewesen.'));
    call.line(german('four', 'Hallo.'));
    await close();
    const shown = [...board.texts(), ...messenger.files].join('\n');
    expect(shown).not.toMatch(/geheim/i);
    for (const text of ['Guten Morgen.', 'Wir', 'Hallo.']) expect(shown).toContain(text);
    expect(board.texts(thread).join('\n').split('\n')).toEqual(
      expect.arrayContaining([
        "-# ⏸️ Captions are paused: some people here can't see <#secret>.",
        '-# ▶️ Captions are back.',
      ]),
    );
    expect(board.texts(textChannel)).toEqual([]);
  });

  it('are told to pause at the move, and leave out what began before it, though nothing is said there', async () => {
    const { clock, board, call, close } = await opened();
    call.line(german('one', 'Wir', false));
    await clock.advance(2_000);
    call.channelId = hiddenChannel.id;
    call.change();
    await clock.advance(2_000);
    expect(board.texts(thread).join()).toContain('paused');
    call.channelId = voiceChannel;
    call.change();
    call.line(german('one', 'Wir sind geheim gewesen.'));
    await close();
    expect(board.texts().join()).not.toContain('geheim');
  });

  it('are no reason to say anything where there are none', async () => {
    const { clock, board, call, close } = stage({ captions: 'off' });
    call.channelId = hiddenChannel.id;
    call.change();
    await clock.advance(2_000);
    await close();
    expect(board.texts()).toEqual([]);
  });

  it("stop, too, when the channel is hidden while they're there, and are told again the next time", async () => {
    const { clock, board, call, close } = await opened();
    for (const round of [1, 2]) {
      hiddenChannel.id = voiceChannel;
      await clock.advance(5_000);
      call.line(german(`hidden ${round}`, 'Geheim.'));
      hiddenChannel.id = 'secret';
      await clock.advance(5_000);
      call.line(german(`seen ${round}`, `Hallo ${round}.`));
    }
    await close();
    expect(board.texts().join('\n')).not.toContain('Geheim');
    const [page = ''] = board.texts(thread);
    expect(page.match(/Hallo/g)).toHaveLength(2);
    expect(page.match(/paused/g)).toHaveLength(2);
  });

  it('go away with the consent of who was captioned, wherever they are', async () => {
    const { clock, board, call, close } = await opened();
    call.line(german('one', 'Mein Geheim', false));
    await clock.advance(2_000);
    call.channelId = hiddenChannel.id;
    call.line(takenBack('one'));
    await close();
    expect(board.texts().join('\n')).not.toContain('Geheim');
  });
});

describe('captions of a call', () => {
  it('are a page in a thread, named after its room and the time, that grows while people speak', async () => {
    const { clock, board, messenger, call } = await opened();
    call.line(interpretedLine({ translation: { sure: '', unsure: 'Guten' }, final: false }));
    await clock.advance(0);
    call.line(interpretedLine());
    call.line(reply);
    await clock.advance(3_000);
    expect(messenger.threads).toEqual([
      { channelId: textChannel, name: expect.stringMatching(/^Captions · Lounge · \w{3} \d+, \d\d:\d\d$/) },
    ]);
    expect(board.texts(thread)).toEqual([
      [
        `-# 💬 Live captions of <#${voiceChannel}>. Only people who pressed **Join** show up here.`,
        `<@${ada}> Good morning.`,
        '-# Guten Morgen.',
        `<@${ben}> Hallo.`,
        '-# Hello.',
      ].join('\n'),
    ]);
    expect(board.silent).toEqual([true]);
  });

  it('show twenty sentences in three languages in at most four messages, a write a second', async () => {
    const { clock, board, call, close } = await opened({ languages: 'en, de, zh' });
    for (let number = 1; number <= 20; number += 1) {
      const at = clock.now();
      const userId = number % 3 === 0 ? ben : ada;
      for (const to of ['de', 'zh'] as const)
        for (const final of [false, true]) {
          const words = said(
            `This is sentence number ${number}, as long as most.`,
            `Satz ${number} in ${to}.`,
          );
          call.line(interpretedLine({ id: `${to}/${number}`, userId, to, final, at, ...words }));
          await clock.advance(500);
        }
    }
    await close();
    const pages = board.texts(thread);
    expect(pages.length).toBeLessThanOrEqual(4);
    expect(board.leastBetweenMs).toBeGreaterThanOrEqual(1_000);
    for (let number = 1; number <= 20; number += 1) {
      const of = (words: string) => pages.join('\n').split(words).length - 1;
      expect([of(`number ${number},`), of(`Satz ${number} in de`), of(`Satz ${number} in zh`)]).toEqual([
        1, 1, 1,
      ]);
    }
  });

  it('have the translation on the page a second after the service has told a piece of it', async () => {
    const { clock, board, call } = await opened();
    await clock.advance(1_050);
    const growing = (sure: string) => interpretedLine({ translation: { sure, unsure: '' }, final: false });
    call.line(growing('Guten'));
    await clock.advance(0);
    expect(board.texts(thread).join()).toContain('Guten');
    call.line(growing('Guten Morgen'));
    await clock.advance(1_050);
    expect(board.texts(thread).join()).toContain('Guten Morgen');
  });

  it('have a thread for each language where that was chosen, opened with its first line', async () => {
    const { clock, board, messenger, call, captions } = await opened({ captions: 'thread-per-language' });
    expect(messenger.threads).toEqual([]);
    call.line(interpretedLine());
    call.line(reply);
    await clock.advance(5_000);
    expect(messenger.threads.map(({ name }) => name.split(' · ').at(-1))).toEqual(['Deutsch', 'English']);
    // Their language is what people read there; the original is small.
    expect(board.texts('thread-1').at(-1)).toContain(`<@${ada}> Guten Morgen.\n-# Good morning.`);
    expect(board.texts('thread-2').at(-1)).toContain(`<@${ben}> Hello.\n-# Hallo.`);
    expect(captions.places.threads).toEqual(['thread-1', 'thread-2']);
  });

  it('have what was said before the thread was there', async () => {
    const { clock, board, call, captions } = stage();
    call.line(interpretedLine());
    await captions.open();
    await clock.advance(2_000);
    expect(board.texts(thread).at(-1)).toContain('Guten Morgen.');
  });

  it("lose no last word with three people in three languages, inside Discord's limit", async () => {
    const { board, clock, call, close } = await opened({ languages: 'en, de, zh' });
    const lines = [ada, ben, 'carl'].flatMap((userId) =>
      ['de', 'zh'].map((to) => ({ userId, to: to as 'de', id: `${userId} ${to}` })),
    );
    for (let word = 0; word < 40; word += 1) {
      for (const line of lines)
        call.line(interpretedLine({ ...line, translation: { sure: `${word}`, unsure: '' }, final: false }));
      await clock.advance(250);
    }
    for (const line of lines)
      call.line(interpretedLine({ ...line, translation: { sure: `the end of ${line.id}`, unsure: '' } }));
    await close();
    expect(board.leastBetweenMs).toBeGreaterThanOrEqual(1_000);
    const shown = board.texts(thread).join('\n');
    for (const { id } of lines) expect(shown).toContain(`the end of ${id}`);
  });

  it('are kept while Discord is full or failing', async () => {
    const { clock, board, call, close } = await opened();
    board.failures.push(
      new MessageError('temporary', undefined, 429),
      new MessageError('temporary', undefined, 500),
    );
    call.line(interpretedLine());
    await clock.advance(20_000);
    await close();
    expect(board.texts(thread).at(-1)).toContain('Guten Morgen.');
  });

  it.each([
    ['deleted', 10_003],
    ['locked', 160_005],
  ])('end when their thread is %s: the channel is told once, and the call goes on', async (_, code) => {
    const { clock, board, call, captions, close } = await opened();
    board.failures.push(new MessageError('closed', undefined, code));
    for (const id of ['one', 'two', 'three']) {
      call.line(interpretedLine({ id }));
      await clock.advance(10_000);
    }
    await close();
    expect(board.texts(textChannel)).toEqual([expect.stringContaining("<#thread-1> any more. I'm still")]);
    expect(captions.places).toEqual({ threads: [], isShut: true, isPaused: false });
    expect(board.texts(thread).join()).not.toContain('Guten Morgen.');
    expect(call.state.is).toBe('running');
  });

  it('go on in the channel when somebody asks for them there, because their thread is gone', async () => {
    const { clock, board, call, captions, close } = await opened({ transcript: true });
    await clock.advance(1_000);
    captions.bringHere();
    expect(captions.places.isShut).toBe(false);
    board.failures.push(new MessageError('closed', undefined, 10_003));
    call.line(interpretedLine({ id: 'one' }));
    await clock.advance(2_000);
    captions.bringHere();
    captions.bringHere();
    call.line(interpretedLine({ id: 'two', ...said('Again.', 'Noch einmal.') }));
    await clock.advance(2_000);
    expect(board.texts(textChannel).at(-1)).toContain(`<@${ada}> Again.\n-# Noch einmal.`);
    expect(captions.places).toEqual({ threads: [], isShut: false, isPaused: false });
    await close();
    expect(board.texts(textChannel).at(-1)).toContain('with its translations');
  });

  it('in the chat of their voice channel that go on elsewhere are judged by who reads along there', async () => {
    const exposes: Exposes = (_, channelId) => channelId === textChannel;
    const { clock, board, call, captions, close } = stage({}, { exposes, panelChannelId: voiceChannel });
    await captions.open();
    board.failures.push(new MessageError('closed', undefined, 10_003));
    call.line(interpretedLine({ id: 'one' }));
    await clock.advance(2_000);
    expect(captions.places).toMatchObject({ isShut: true, isPaused: false });
    captions.bringHere();
    call.line(interpretedLine({ id: 'two', ...said('Secret.', 'Geheim.') }));
    await clock.advance(2_000);
    await close();
    expect(captions.places).toMatchObject({ isShut: false, isPaused: true });
    expect(board.texts(textChannel).join()).not.toContain('Geheim');
  });

  it('without a thread are none, and the channel is told once', async () => {
    const { clock, board, messenger, call, captions, close } = stage({
      captions: 'thread-per-language',
    });
    const error = new MessageError('closed', undefined, 50_013);
    messenger.failures.push({ call: 'createThread', when: 'before', error, times: 2 });
    await captions.open();
    call.line(interpretedLine());
    await clock.advance(1_000);
    await close();
    expect(board.texts(textChannel).at(-1)).toContain("couldn't open a thread");
    expect(board.texts(thread)).toEqual([]);
  });

  it('of who took their consent back are gone', async () => {
    const { clock, board, call } = await opened();
    call.line(interpretedLine({ final: false }));
    await clock.advance(2_000);
    call.line(takenBack());
    await clock.advance(5_000);
    expect(board.texts(thread).join()).not.toContain('Guten');
  });

  it('leave a file with every translation behind where that is wanted, and nothing else', async () => {
    const { board, messenger, call, close } = await opened({ transcript: true });
    call.line(interpretedLine({ final: false, translation: { sure: 'Guten', unsure: '' } }));
    call.line(interpretedLine({ cut: true }));
    call.line(
      interpretedLine({
        id: 'line-2',
        userId: ben,
        from: 'de',
        to: undefined,
        ...said('Danke\nschön.', ''),
        at: Date.UTC(2026, 0, 15, 12, 3, 1),
      }),
    );
    await close();
    expect(messenger.files).toEqual([
      [
        '12:03:01 UTC Ben (German): Danke schön.',
        '12:03:05 UTC Ada (English): Good morning. [cut off]',
        '    → German: Guten Morgen. [cut off]\n',
      ].join('\n'),
    ]);
    expect(board.texts(thread).at(-1)).toContain('with its translations');
    call.line(interpretedLine({ id: 'late' }));
    expect(messenger.files).toHaveLength(1);
  });

  it('of who took their consent back are in no file either', async () => {
    const { messenger, call, close } = await opened({ transcript: true });
    call.line(interpretedLine({ final: false }));
    call.line(takenBack());
    call.line(interpretedLine({ id: 'line-2', userId: ben, original: { sure: 'Kept.', unsure: '' } }));
    await close();
    expect(messenger.files.join()).toContain('Kept.');
    expect(messenger.files.join()).not.toContain('Good morning');
  });

  it('that lose several threads say so once', async () => {
    const { clock, board, call, close } = await opened({ captions: 'thread-per-language' });
    for (const to of ['de', 'zh'] as const) call.line(interpretedLine({ id: to, to, final: false }));
    await clock.advance(5_000);
    const gone = () => new MessageError('closed', undefined, 10_003);
    board.failures.push(gone(), gone());
    const more = { sure: 'more', unsure: '' };
    for (const to of ['de', 'zh'] as const) call.line(interpretedLine({ id: to, to, translation: more }));
    await clock.advance(10_000);
    await close();
    expect(board.texts(textChannel)).toHaveLength(1);
  });

  it('are none where nobody wanted them', async () => {
    const { clock, board, messenger, call, close } = await opened({ captions: 'off' });
    call.line(interpretedLine());
    await clock.advance(5_000);
    await close();
    expect(messenger.threads).toEqual([]);
    expect(board.writes).toEqual([]);
  });
});
