import type { SynthesisRequest } from './synthesis-types.ts';

/** A client command of document 2 A. */
export type SynthesisCommand = Readonly<Record<'header' | 'payload', object>>;

function command(action: string, taskId: string, payload: object): SynthesisCommand {
  return { header: { action, task_id: taskId, streaming: 'duplex' }, payload };
}

/** @param wireModel what the deployment calls the request's model */
export function runTask(taskId: string, request: SynthesisRequest, wireModel: string): SynthesisCommand {
  return command('run-task', taskId, {
    task_group: 'audio',
    task: 'tts',
    function: 'SpeechSynthesizer',
    model: wireModel,
    parameters: parametersOf(request),
    input: {},
  });
}

export function continueTask(taskId: string, text: string): SynthesisCommand {
  return command('continue-task', taskId, { input: { text } });
}

export function finishTask(taskId: string): SynthesisCommand {
  return command('finish-task', taskId, { input: {} });
}

/** Only what was asked for: the service's own defaults are left to it. */
function parametersOf(request: SynthesisRequest): Readonly<Record<string, unknown>> {
  const { aigcTag, hotFix } = request;
  const parameters: Record<string, unknown> = {
    text_type: 'PlainText',
    voice: request.voice.name,
    format: request.format,
    sample_rate: request.sampleRateHz,
    volume: request.volume,
    rate: request.rate,
    pitch: request.pitch,
    bit_rate: request.bitRateKbps,
    enable_ssml: request.ssml || undefined,
    word_timestamp_enabled: request.wordTimestamps || undefined,
    seed: request.seed,
    language_hints: request.language && [request.language],
    instruction: request.instruction,
    enable_aigc_tag: aigcTag && true,
    aigc_propagator: aigcTag?.propagator,
    aigc_propagate_id: aigcTag?.propagateId,
    hot_fix: hotFix && hotFixOf(hotFix),
    enable_markdown_filter: request.markdownFilter || undefined,
  };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}

/** Each entry is an object of its own that maps a word (document 2 A, `hot_fix`). */
function hotFixOf(hotFix: NonNullable<SynthesisRequest['hotFix']>): object {
  return {
    ...(hotFix.pronunciation && {
      pronunciation: hotFix.pronunciation.map(({ word, pinyin }) => Object.fromEntries([[word, pinyin]])),
    }),
    ...(hotFix.replace && {
      replace: hotFix.replace.map(({ word, by }) => Object.fromEntries([[word, by]])),
    }),
  };
}
