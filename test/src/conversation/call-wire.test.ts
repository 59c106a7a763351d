import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { CallScene } from '../../support/call-scene.ts';
import { ScriptedConversation } from '../../support/scripted-conversation.ts';

const stack = new AsyncDisposableStack();
afterEach(async () => await stack.disposeAsync());

it('a call over a real socket: what is said arrives, and the answer is heard byte by byte', async () => {
  const script = stack.use(await ScriptedConversation.start());
  script.agree();
  const scene = new CallScene({ parts: { client: script.client } });
  await scene.start();
  await scene.speak(600, 'ann');
  await scene.quiet(600);
  const appends = () => script.sent.filter(({ type }) => type === 'input_audio_buffer.append');
  const bytes = () =>
    appends().reduce((sum, { audio }) => sum + Buffer.from(String(audio), 'base64').length, 0);
  await eventually(() => bytes() === (600 + 1_200) * 32, 'speech and its silence');
  const pcm = Buffer.from(Array.from({ length: 400 * 48 }, (_, index) => (index % 250) + 1));
  const ids = { response_id: 'r1', item_id: 'a1', output_index: 0, content_index: 0 };
  for (const event of [
    { type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'i1' },
    { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 600, item_id: 'i1' },
    { type: 'input_audio_buffer.committed', item_id: 'i1' },
    { type: 'response.created', response: { id: 'r1', status: 'in_progress', output: [] } },
    { type: 'response.audio_transcript.delta', ...ids, delta: 'Good morning.' },
    { type: 'response.audio.delta', ...ids, delta: pcm.subarray(0, 9_600).toString('base64') },
    { type: 'response.audio.delta', ...ids, delta: pcm.subarray(9_600).toString('base64') },
    { type: 'response.audio.done', ...ids },
    { type: 'response.done', response: { id: 'r1', status: 'completed', output: [] } },
    {
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'i1',
      content_index: 0,
      transcript: 'Good morning!',
    },
  ])
    script.connection.json(event);
  await eventually(() => scene.said.length === 1, 'the transcript');
  await scene.quiet(1_000);
  expect(Buffer.concat(scene.playbacks.flatMap(({ heard }) => heard)).equals(pcm)).toBe(true);
  expect(scene.said).toEqual(['ann: Good morning!', 'bot: Good morning.']);
  await scene.call.stop();
  await eventually(() => script.connection.closed?.code === 1000, 'the goodbye');
});
