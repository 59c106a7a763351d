import { conversationSurface } from '../../commands/converse/index.ts';
import { doctorSurface } from '../../commands/doctor/index.ts';
import { helpSurface } from '../../commands/help/index.ts';
import { interpreterSurface } from '../../commands/interpret/index.ts';
import { gateOf } from '../../commands/kit/gated-routes.ts';
import type { FeatureSurface } from '../../commands/kit/surface.ts';
import { knowledgeSurface } from '../../commands/knowledge/index.ts';
import { limitsSurface } from '../../commands/limits/index.ts';
import { privacySurface } from '../../commands/privacy/index.ts';
import { recordingsSurface } from '../../commands/recordings/index.ts';
import { reportSurface } from '../../commands/report/index.ts';
import { settingsSurface } from '../../commands/settings/index.ts';
import { speechSurface } from '../../commands/speak/index.ts';
import { videoSurface } from '../../commands/video/index.ts';
import { switchedOff } from '../config/switched-off.ts';
import { withoutNotSetUp } from '../discord/not-set-up.ts';
import { Reports } from '../moderation/reports.ts';
import { openConversations } from '../service/realtime/conversation/conversation-client.ts';
import { openTranslations } from '../service/realtime/translation/translation-client.ts';
import { openSynthesis } from '../service/synthesis/client.ts';
import { callShared } from './calls.ts';
import { conversationDesk } from './conversation.ts';
import { doctorDesk } from './doctor.ts';
import { interpreterDesk } from './interpreter.ts';
import { knowledgeDesk } from './knowledge.ts';
import { limitsDesk } from './limits.ts';
import { mentionDesk } from './mentions.ts';
import type { SharedParts } from './parts.ts';
import { privacyDesk } from './privacy.ts';
import { recordedSound, recordingDesk } from './recordings.ts';
import { recordingsForAll } from './recordings-for-all.ts';
import { settingsDesk } from './settings.ts';
import { speechDesk } from './speech.ts';
import { videoStudio } from './videos.ts';
import { voiceRooms } from './voice.ts';
import { voiceReplies } from './voice-replies.ts';

/**
 * Makes every feature without opening it.
 * @throws {CipherError}
 */
export async function makeFeatures(parts: SharedParts) {
  const { config, http, clock, log } = parts;
  const service = { profile: http.profile, clock, log, paces: parts.store.paces };
  const studio = videoStudio(parts);
  const rooms = await voiceRooms(parts);
  const synthesis = openSynthesis({ ...service, tasksPerSecond: config.speech.tasksPerSecond });
  const speech = speechDesk(parts, rooms, synthesis);
  const knowledge = knowledgeDesk(parts);
  const mentions = mentionDesk(parts, knowledge);
  const { connectsPerMinute } = config.conversation;
  const conversations = openConversations({ ...service, connectsPerMinute });
  const translations = openTranslations({
    ...service,
    connectsPerMinute: config.interpreter.connectsPerMinute,
  });
  const shared = callShared(parts, { rooms, speech });
  const conversation = conversationDesk(parts, { shared, conversations, studio, knowledge });
  const interpreter = interpreterDesk(parts, { shared, translations });
  const heard = recordedSound(parts, shared);
  const recordings = recordingDesk(parts, { heard, shared, translations, interpreter });
  const heardForAll = recordingsForAll(parts, recordings);
  const told = heardForAll.toldMessages;
  const replies = voiceReplies(parts, { shared, heard, conversations, speech, told });
  const privacy = privacyDesk(parts, {
    forgetful: [studio, speech, knowledge, recordings, replies],
    keptTexts: heard.kept,
    calls: [conversation, interpreter],
  });
  const limits = limitsDesk(parts, {
    goingOnIn: async (guildId) => {
      const { paid, unpaid } = await studio.underWayIn(guildId);
      const hasCall = conversation.isRunningIn(guildId) || interpreter.isRunningIn(guildId);
      return { videos: paid, waitingVideos: unpaid, texts: speech.paidTextsIn(guildId), hasCall };
    },
  });
  const settings = settingsDesk(parts, { speech, limits });
  const off = switchedOff(config);
  const used = [
    videoSurface(studio),
    speechSurface(speech),
    knowledgeSurface(knowledge),
    conversationSurface(conversation, replies),
    interpreterSurface(interpreter, heardForAll.writing, recordings),
    recordingsSurface(recordings, speech),
    privacySurface(privacy),
    doctorSurface(doctorDesk(parts, rooms)),
    settingsSurface(settings),
    limitsSurface(limits),
    reportSurface(
      new Reports({
        messenger: parts.messenger,
        channelOf: async (guildId) => (await parts.settings.page('news').of(guildId)).channelId,
      }),
    ),
  ].map((surface) => withoutNotSetUp(surface, off) as FeatureSurface);
  const surfaces = [...used, helpSurface(used, gateOf(parts.gate))];
  return {
    studio,
    rooms,
    synthesis,
    speech,
    knowledge,
    mentions,
    conversations,
    conversation,
    translations,
    interpreter,
    recordings,
    ...heardForAll,
    replies,
    keptTexts: heard.kept,
    runningRecordings: heard.running,
    /** Of someone who doesn't want to be heard any more, as another process says. Never rejects. */
    stopHearing: async (userId: string) => {
      const calls = [conversation, interpreter].map(async (desk) => await desk.dropPerson(userId));
      for (const outcome of await Promise.allSettled(calls))
        if (outcome.status === 'rejected')
          log.warn({ err: outcome.reason }, "couldn't take someone out of a call");
    },
    /** What people can use. */
    surfaces,
    /** What they can't, because of a setting. */
    off,
  };
}
