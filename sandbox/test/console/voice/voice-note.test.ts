import { beforeEach, describe, expect, test } from 'vitest';
import {
  NoteTrouble,
  type VoiceFile,
  VoiceNote,
  type VoiceRecorder,
} from '../../../console/page/voice/voice-note.ts';

class FakeRecorder implements VoiceRecorder {
  readonly level = 0.5;
  readonly seconds = 1;
  closed = false;
  samples = new Int16Array(48_000);

  stop(): Int16Array<ArrayBuffer> {
    this.close();
    return this.samples;
  }

  close(): void {
    this.closed = true;
  }
}

const file: VoiceFile = { file: new File(['ogg'], 'voice-message.ogg'), seconds: 1, waveform: '//8=' };
let recorder: FakeRecorder;
let opened: PromiseWithResolvers<VoiceRecorder>;
let made: PromiseWithResolvers<VoiceFile>;
let asked: unknown[];
let signals: AbortSignal[];
let sent: VoiceFile[];
let told: string[];
let lose: () => void;
let note: VoiceNote;

beforeEach(() => {
  recorder = new FakeRecorder();
  opened = Promise.withResolvers();
  made = Promise.withResolvers();
  [asked, signals, sent, told] = [[], [], [], []];
  const make = (of: unknown, signal: AbortSignal) => {
    asked.push(of);
    signals.push(signal);
    return made.promise;
  };
  note = new VoiceNote({
    record: (onLost) => {
      lose = onLost;
      return opened.promise;
    },
    recorded: make,
    said: make,
    tell: (sentence) => told.push(sentence),
  });
});

const send = async (given: VoiceFile): Promise<void> => void sent.push(given);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const recording = async () => {
  note.open();
  opened.resolve(recorder);
  await note.record();
};

describe('a voice message in the making', () => {
  test('is recorded, made and sent, and then there is room for the next', async () => {
    note.open();
    const recording = note.record();
    expect(note.state.kind).toBe('opening');
    opened.resolve(recorder);
    await recording;
    expect(note.state.kind).toBe('recording');
    const sending = note.sendRecording(send);
    expect([note.state.kind, recorder.closed]).toEqual(['sending', true]);
    made.resolve(file);
    await sending;
    expect(asked).toEqual([recorder.samples]);
    expect(sent).toEqual([file]);
    expect(note.state.kind).toBe('shut');
    note.open();
    expect(note.state.kind).toBe('ready');
  });

  test('is typed, in the language that was chosen', async () => {
    note.open();
    note.language = 'es';
    made.resolve(file);
    expect(await note.sendTyped('  Hola. ', send)).toBe(true);
    expect(asked).toEqual([{ text: 'Hola.', language: 'es' }]);
    expect(sent).toEqual([file]);
  });

  test('without a word is none', async () => {
    note.open();
    expect(await note.sendTyped('  ', send)).toBe(false);
    expect([asked, note.state.kind]).toEqual([[], 'ready']);
  });

  test('is dropped while it is recorded, with the microphone', async () => {
    await recording();
    note.discard();
    expect([note.state.kind, recorder.closed]).toEqual(['shut', true]);
  });

  test('leaves no microphone open that the browser allowed too late', async () => {
    note.open();
    const late = note.record();
    note.discard();
    opened.resolve(recorder);
    await late;
    expect([note.state.kind, recorder.closed]).toEqual(['shut', true]);
  });

  test('that was dropped is not sent any more', async () => {
    await recording();
    const sending = note.sendRecording(send);
    note.discard();
    expect(signals[0]?.aborted).toBe(true);
    made.resolve(file);
    await sending;
    expect(sent).toEqual([]);
  });

  test('of a moment is none', async () => {
    await recording();
    recorder.samples = new Int16Array(4_800);
    await note.sendRecording(send);
    expect(told).toEqual(['That was too short. Press Record, then speak.']);
    expect([asked, note.state.kind]).toEqual([[], 'ready']);
  });

  test('ends with its microphone', async () => {
    await recording();
    lose();
    expect(note.state.kind).toBe('ready');
    expect(told).toEqual(['The microphone is gone, so the recording was dropped.']);
    lose();
    expect(told).toHaveLength(1);
  });

  test('without a microphone says why, and can be typed', async () => {
    note.open();
    opened.reject(new Error('No microphone found.'));
    await note.record();
    expect([told, note.state.kind]).toEqual([['No microphone found.'], 'ready']);
  });

  test.each([
    ['the service', new NoteTrouble("It couldn't be voiced."), "It couldn't be voiced."],
    [
      'the chat',
      Object.assign(new Error('Cannot send voice messages'), { name: 'RestError' }),
      'Not sent: Cannot send voice messages',
    ],
    ['the network', new TypeError('failed to fetch'), "Not sent: couldn't reach the chat."],
  ])('that %s refuses says so', async (_what, error, sentence) => {
    note.open();
    made.reject(error);
    expect(await note.sendTyped('Hello.', send)).toBe(false);
    await turn();
    expect([told, note.state.kind]).toEqual([[sentence], 'ready']);
  });
});
