import type { Attachment, Message } from 'discord.js';
import { actorOf } from '../../src/discord/actor.ts';
import { botMay, guildOnly } from '../../src/discord/guards.ts';
import type { Recording } from '../../src/interpreter/recordings/recording.ts';
import type { RecordingDesk } from '../../src/interpreter/recordings/recording-desk.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { orderOf } from '../kit/given.ts';
import type { ButtonRoute, FeatureSurface, MessageCommand, SelectRoute } from '../kit/surface.ts';
import { namesIn } from '../speak/say.ts';

const feature = 'interpret';

/** Everything that people can do with a voice message, or with any sound or film that's attached to a message. */
export function recordingsSurface(desk: RecordingDesk, speech: SpeechDesk): FeatureSurface {
  return {
    commands: [],
    messageCommands: [whatDoesItSay(desk)],
    buttons: [stopListening(desk), share(desk), readAloud(desk, speech), asFile(desk)],
    selects: [otherLanguage(desk)],
    modals: [],
  };
}

/** *What does it say?*: in private, growing as it comes. */
function whatDoesItSay(desk: RecordingDesk): MessageCommand<'What does it say?'> {
  return {
    name: 'What does it say?',
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, reference, receivedAt }) => {
      const recording = recordingIn(interaction.targetMessage);
      if (!recording) throw new Refusal({ code: 'recording-missing' });
      await desk.hear(orderOf(interaction, { reference, receivedAt }), recording);
    },
  };
}

function stopListening(desk: RecordingDesk): ButtonRoute {
  return {
    feature,
    action: 'recording-stop',
    acknowledge: 'update',
    guards: [guildOnly],
    run: async ({ interaction, id }) => desk.stop(actorOf(interaction), id),
  };
}

function share(desk: RecordingDesk): ButtonRoute {
  return {
    feature,
    action: 'recording-share',
    acknowledge: 'public',
    guards: [guildOnly, botMay('ViewChannel', 'SendMessages')],
    run: async ({ interaction, id, publicWords }) => {
      const body = desk.share(actorOf(interaction), id, interaction.channelId, publicWords);
      await answerWith(interaction, body);
    },
  };
}

/** In the same answer, which its new interaction can change for another 15 minutes. */
function otherLanguage(desk: RecordingDesk): SelectRoute {
  return {
    feature,
    action: 'recording-language',
    acknowledge: 'update',
    guards: [guildOnly],
    run: async ({ interaction, id, values: [language = ''], reference, receivedAt }) => {
      const order = orderOf(interaction, { reference, receivedAt });
      await desk.hearAs(actorOf(interaction), id, language, order);
    },
  };
}

/** In the room's queue, in the person's own voice and with their characters. */
function readAloud(desk: RecordingDesk, speech: SpeechDesk): ButtonRoute {
  return {
    feature,
    action: 'recording-read',
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, reference, receivedAt }) => {
      const said = desk.spokenText(actorOf(interaction), id);
      const names = await namesIn(interaction.guild, said);
      await speech.say(orderOf(interaction, { reference, receivedAt }), { text: said, names });
    },
  };
}

function asFile(desk: RecordingDesk): ButtonRoute {
  return {
    feature,
    action: 'recording-file',
    acknowledge: 'private',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      const { fileName, textFile, captionsFile, files } = words.interpreter.recordings;
      const descriptions = { txt: textFile, srt: captionsFile };
      const made = desk.files(actorOf(interaction), id).map(({ name, bytes }) => ({
        name: `${fileName}.${name}`,
        bytes,
        description: descriptions[name],
        attached: true,
      }));
      await answerWith(interaction, sentence(files), made);
    },
  };
}

/**
 * The first sound or film attached to a message. What it forwards isn't in there: it doesn't say whose voice that is, who may not
 * want to be heard.
 */
export function recordingIn(message: Message): Recording | undefined {
  const attached = [...message.attachments.values()].find(isRecording);
  return (
    attached && {
      messageId: message.id,
      channelId: message.channelId,
      authorId: message.author.id,
      url: attached.url,
      bytes: attached.size,
      seconds: attached.duration ?? undefined,
    }
  );
}

/** By its name, too: Discord doesn't know every kind of file. */
const endings = /\.(aac|amr|avi|flac|m4a|mka|mkv|mov|mp3|mp4|oga|ogg|opus|wav|webm|wma)$/i;

function isRecording({ contentType, name }: Attachment): boolean {
  return /^(audio|video)\//.test(contentType ?? '') || (contentType === null && endings.test(name));
}
