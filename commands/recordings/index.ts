import { actorOf } from '../../src/discord/actor.ts';
import { soundIn } from '../../src/discord/attached-sound.ts';
import { botMay } from '../../src/discord/guards.ts';
import type { RecordingDesk } from '../../src/interpreter/recordings/recording-desk.ts';
import { renderListening } from '../../src/interpreter/recordings/recording-page.ts';
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
    buttons: [
      stopListening(desk),
      cancel(desk),
      share(desk),
      readAloud(desk, speech),
      asFile(desk),
      translate(desk),
    ],
    selects: [otherLanguage(desk)],
    modals: [],
  };
}

/** *What does it say?*: in private, growing as it comes. */
function whatDoesItSay(desk: RecordingDesk): MessageCommand<'What does it say?'> {
  return {
    name: 'What does it say?',
    reply: 'private',
    run: async ({ interaction, reference, receivedAt }) => {
      const recording = soundIn(interaction.targetMessage);
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
    run: async ({ interaction, id }) => desk.stop(actorOf(interaction), id),
  };
}

/** In the list of what's being listened to, which is what follows. */
function cancel(desk: RecordingDesk): ButtonRoute {
  return {
    feature,
    action: 'recording-cancel',
    acknowledge: 'update',
    run: async ({ interaction, id, words }) => {
      const actor = actorOf(interaction);
      desk.stop(actor, id);
      const { stopped } = words.interpreter.recordings.listening;
      await answerWith(interaction, renderListening(desk.stoppableBy(actor), stopped, words));
    },
  };
}

function share(desk: RecordingDesk): ButtonRoute {
  return {
    feature,
    action: 'recording-share',
    acknowledge: 'public',
    guards: [botMay('ViewChannel', 'SendMessages')],
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

/** Under a voice message that's written down as it was said: in private, in the reader's own language, with their own minutes. */
function translate(desk: RecordingDesk): ButtonRoute {
  return {
    feature,
    action: 'recording-translate',
    acknowledge: 'private',
    run: async ({ interaction, id, reference, receivedAt }) => {
      const message = await interaction.channel?.messages.fetch(id).catch(() => undefined);
      const recording = message && soundIn(message);
      if (!recording) throw new Refusal({ code: 'recording-missing' });
      await desk.hear(orderOf(interaction, { reference, receivedAt }), recording);
    },
  };
}
