import type { VoiceChoice } from '../../src/community/settings-pages.ts';
import { youMay } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import {
  type SynthesisModel,
  synthesisLanguages,
  synthesisModels,
} from '../../src/service/synthesis/models.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { labelOf } from '../../src/speech/voice-book.ts';
import { renderVoice, type VoiceScope } from '../../src/speech/voice-page.ts';
import { answerWith } from '../kit/answer.ts';
import { type Asking, choicesOf, editorOf, Given, typedText } from '../kit/given.ts';
import type { AutocompleteCall, CallFrame, ChatCommand, Choice } from '../kit/surface.ts';

const scopes = ['me', 'server'] as const;

/** `/speak voice`: a person's own voice settings; moderators can set the server's. */
export function speakVoice(desk: SpeechDesk): ChatCommand<'speak voice'> {
  return {
    path: ['speak', 'voice'],
    options: [
      { kind: 'string', name: 'voice', maxLength: 128, autocomplete: true },
      { kind: 'string', name: 'model', choices: choicesOf(synthesisModels) },
      { kind: 'number', name: 'rate', min: 0.5, max: 2 },
      { kind: 'number', name: 'pitch', min: 0.5, max: 2 },
      { kind: 'integer', name: 'volume', min: 0, max: 100 },
      { kind: 'string', name: 'language', choices: choicesOf(synthesisLanguages) },
      { kind: 'string', name: 'instruction', maxLength: 100, autocomplete: true },
      { kind: 'string', name: 'scope', choices: choicesOf(scopes) },
      { kind: 'boolean', name: 'reset' },
    ],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const { guildId, user } = interaction;
      const scope = given.choice('scope', scopes) ?? 'me';
      const changes = changesOf(given);
      const reset = given.flag('reset') ?? false;
      const isChange = reset || Object.keys(changes).length > 0;
      if (scope === 'server' && isChange) await youMay('ManageGuild').check(interaction);
      if (isChange && scope === 'server')
        await desk.voices.changeGuild(editorOf(interaction), changes, reset);
      else if (isChange) await desk.voices.changeMine(guildId, user.id, changes, reset);
      await showVoice(desk, interaction, scope, words);
    },
    autocomplete: suggestVoices(desk),
  };
}

async function showVoice(
  desk: SpeechDesk,
  interaction: Asking,
  scope: VoiceScope,
  words: CallFrame['words'],
): Promise<void> {
  const { guildId, user } = interaction;
  const userId = scope === 'me' ? user.id : undefined;
  const [decisions, allowance, sound] = await Promise.all([
    desk.voices.decisions(guildId, userId),
    desk.allowanceOf(guildId, user.id),
    desk.voices.soundFor(guildId, userId).catch((error: unknown) => {
      if (error instanceof Refusal && error.facts.code === 'speech-no-voice') return undefined;
      throw error;
    }),
  ]);
  await answerWith(interaction, renderVoice({ scope, sound, decisions, allowance }, words));
}

function changesOf(given: Given): VoiceChoice {
  const changes: VoiceChoice = {
    voice: given.text('voice'),
    model: given.choice('model', synthesisModels),
    rate: given.number('rate'),
    pitch: given.number('pitch'),
    volume: given.number('volume'),
    language: given.choice('language', synthesisLanguages),
    instruction: given.text('instruction')?.trim(),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** The chosen model's voices, and instructions that the chosen voice supports. */
function suggestVoices(desk: SpeechDesk): (call: AutocompleteCall) => Promise<readonly Choice[]> {
  return async ({ interaction, focused }) => {
    if (focused.name === 'instruction') return suggestInstructions(desk, interaction, focused.value);
    const typedModel = typedText(interaction, 'model');
    const model = synthesisModels.find((each: SynthesisModel) => each === typedModel);
    return desk.book
      .suggest(focused.value, model, typedText(interaction, 'language') ?? interaction.locale)
      .map((voice) => ({ value: voice.name, label: labelOf(voice) }));
  };
}

async function suggestInstructions(
  desk: SpeechDesk,
  interaction: AutocompleteCall['interaction'],
  typed: string,
): Promise<readonly Choice[]> {
  const { guildId, user } = interaction;
  const named = typedText(interaction, 'voice');
  const chosen = named === null ? undefined : desk.book.get(named);
  const voice = chosen ?? (await desk.voices.soundFor(guildId, user.id)).voice;
  const fixed = voice.instructions.filter((each) => each.toLowerCase().includes(typed.trim().toLowerCase()));
  const own = typed.trim();
  const free = voice.kind !== 'system' && own !== '' ? [own] : [];
  return choicesOf([...new Set([...free, ...fixed])]);
}
