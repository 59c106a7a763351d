import type { ChatInputCommandInteraction } from 'discord.js';
import { cutText, showAsIs } from '../../src/discord/escape.ts';
import { botMay } from '../../src/discord/guards.ts';
import { container, text as textOf } from '../../src/discord/layout.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { maySendVoice, sendVoice } from '../../src/discord/voice-message.ts';
import { sampleRatesHz } from '../../src/service/synthesis/models.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { loudnessOf } from '../../src/speech/loudness.ts';
import type { SpokenFile } from '../../src/speech/spoken-files.ts';
import { labelOf } from '../../src/speech/voice-book.ts';
import type { Words } from '../../src/words/index.ts';
import { answerWith, type MadeFile } from '../kit/answer.ts';
import { choicesOf, Given, orderOf } from '../kit/given.ts';
import type { CallFrame, ChatCommand } from '../kit/surface.ts';
import { namesIn, ssmlOption, textOption } from './say.ts';

const formats = ['mp3', 'wav', 'opus'] as const;
const longestTextShown = 900;
/** Discord's limit on alt text. */
const longestDescription = 1_024;

/**
 * `/speak file`: the text as a voice message, which plays on phones; as an attachment if the bot can't send voice
 * messages, or if the person asks for a format. Nobody has to be in voice.
 */
export function speakFile(desk: SpeechDesk): ChatCommand<'speak file'> {
  return {
    path: ['speak', 'file'],
    options: [
      textOption(desk.longestText),
      { kind: 'string', name: 'format', choices: choicesOf(formats) },
      { kind: 'integer', name: 'sample_rate', choices: choicesOf(sampleRatesHz) },
      { kind: 'integer', name: 'bit_rate', min: 6, max: 510 },
      { kind: 'integer', name: 'seed', min: 0, max: 65_535 },
      { kind: 'boolean', name: 'ai_mark' },
      ssmlOption,
    ],
    guards: [botMay('ViewChannel', 'AttachFiles')],
    reply: 'public',
    run: async ({ interaction, reference, receivedAt, publicWords, log }) => {
      const given = new Given(interaction);
      const text = given.text('text') ?? '';
      const format = given.choice('format', formats);
      const sampleRateHz = given.choice('sample_rate', sampleRatesHz);
      const bitRateKbps = given.number('bit_rate');
      const isFile = format ?? sampleRateHz ?? bitRateKbps;
      const asVoice = isFile === undefined && maySendVoice(interaction);
      const file = await desk.file(orderOf(interaction, { reference, receivedAt }), {
        text,
        names: await namesIn(interaction.guild, text),
        ssml: given.flag('ssml'),
        format: format ?? (asVoice ? 'opus' : 'mp3'),
        sampleRateHz,
        bitRateKbps,
        seed: given.number('seed'),
        marked: given.flag('ai_mark'),
        maxBytes: interaction.attachmentSizeLimit,
      });
      const body = renderFile(file, interaction.user.id, publicWords);
      if (asVoice && (await answerWithVoice(interaction, body, file.bytes, { log, reference }))) return;
      await answerWith(interaction, body, [madeFile(file, publicWords)]);
    },
  };
}

export function madeFile({ bytes, extension, script, sound }: SpokenFile, words: Words): MadeFile {
  const { file } = words.speech;
  const description = cutText(file.altText(labelOf(sound.voice), script.spoken), longestDescription);
  return { name: `${file.fileName}.${extension}`, bytes, description, attached: true };
}

/** Everybody sees it, so it leaves out the person's allowance. */
function renderFile({ script, sound, characters }: SpokenFile, userId: string, words: Words): MessageBody {
  const { file, panel } = words.speech;
  const small = [panel.voice(showAsIs(labelOf(sound.voice), 80), sound.model), panel.characters(characters)];
  return {
    components: [
      container([
        textOf(`**${file.title(`<@${userId}>`)}**`),
        textOf(showAsIs(script.spoken, longestTextShown)),
        textOf(`-# ${small.join(' · ')}`),
      ]),
    ],
  };
}

/**
 * Writes the text into the answer, with the audio as a voice message below. False if Discord or the audio got in the
 * way, so there's only the text.
 */
export async function answerWithVoice(
  interaction: ChatInputCommandInteraction<'cached'>,
  body: MessageBody,
  ogg: Uint8Array,
  { log, reference }: Pick<CallFrame, 'log' | 'reference'>,
): Promise<boolean> {
  const { channelId, client } = interaction;
  try {
    const loudness = await loudnessOf(ogg);
    const messageId = await answerWith(interaction, body);
    await sendVoice(client.rest, { channelId, messageId }, { ogg, ...loudness }, reference);
    return true;
  } catch (error) {
    log.warn({ err: error, reference, channelId }, "couldn't send a voice message; a file instead");
    return false;
  }
}
