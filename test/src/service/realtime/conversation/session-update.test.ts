import { describe, expect, it } from 'vitest';
import { wireSession } from '../../../../../src/service/realtime/conversation/session-update.ts';

const model = 'xq3.5-omni-realtime';

describe('the session object', () => {
  it('holds only what was asked for', () => {
    expect(wireSession({ model })).toEqual({
      modalities: ['text', 'audio'],
      input_audio_format: 'pcm',
      output_audio_format: 'pcm',
    });
  });

  it('has every field under its wire name', () => {
    expect(
      wireSession({
        model,
        speaks: false,
        voice: 'Tina',
        instructions: 'Be brief.',
        turnDetection: { by: 'semantic', threshold: 0.2, silenceMs: 400 },
        search: { sources: true },
        smoothOutput: false,
        temperature: 0.5,
        topP: 0.4,
        topK: 7,
        maxTokens: 99,
        repetitionPenalty: 1.1,
        presencePenalty: 0.5,
        seed: 3,
      }),
    ).toEqual({
      modalities: ['text'],
      voice: 'Tina',
      input_audio_format: 'pcm',
      output_audio_format: 'pcm',
      instructions: 'Be brief.',
      turn_detection: { type: 'semantic_vad', threshold: 0.2, silence_duration_ms: 400 },
      enable_search: true,
      search_options: { enable_source: true },
      smooth_output: false,
      temperature: 0.5,
      top_p: 0.4,
      top_k: 7,
      max_tokens: 99,
      repetition_penalty: 1.1,
      presence_penalty: 0.5,
      seed: 3,
    });
  });

  it('says null where null is a value', () => {
    const session = wireSession({ model, turnDetection: { by: 'manual' }, topK: null, smoothOutput: null });
    expect(session).toMatchObject({ turn_detection: null, top_k: null, smooth_output: null });
  });

  it('defines tools, without parameters when they need no input', () => {
    const { tools } = wireSession({
      model,
      turnDetection: { by: 'voice' },
      tools: [
        { name: 'who_is_here', description: 'Who is in the call' },
        {
          name: 'search',
          parameters: {
            properties: { query: { type: 'string', description: 'What for' } },
            required: ['query'],
          },
        },
      ],
    });
    expect(tools).toEqual([
      { type: 'function', function: { name: 'who_is_here', description: 'Who is in the call' } },
      {
        type: 'function',
        function: {
          name: 'search',
          parameters: {
            type: 'object',
            properties: { query: { type: 'string', description: 'What for' } },
            required: ['query'],
          },
        },
      },
    ]);
  });
});
