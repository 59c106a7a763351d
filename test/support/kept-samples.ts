import type { ZodType } from 'zod';
import { runningCallSchema } from '../../src/call/running-calls.ts';
import { runningRecordingSchema } from '../../src/call/running-recordings.ts';
import { consentIndex, consentSchema } from '../../src/community/consent.ts';
import { digestSchema } from '../../src/community/digests.ts';
import { limitAlarmSchema } from '../../src/community/limit-rules.ts';
import { neverHeardSchema } from '../../src/community/never-heard.ts';
import { ownerPauseSchema } from '../../src/community/owner-pause.ts';
import {
  settingsChangeIndex,
  settingsChangeSchema,
  settingsIndex,
  settingsRecordSchema,
} from '../../src/community/server-settings.ts';
import { voiceChoiceSchema } from '../../src/community/settings-pages.ts';
import { knownGuildIndex, knownGuildSchema } from '../../src/discord/known-guilds.ts';
import { toldTroubleSchema } from '../../src/discord/owner-notices.ts';
import { personLanguagesIndex, personLanguagesSchema } from '../../src/interpreter/people.ts';
import { keptTextSchema, textKeeperSchema } from '../../src/interpreter/recordings/kept-texts.ts';
import { toldRecordingSchema } from '../../src/interpreter/recordings/told-messages.ts';
import { guildGapsSchema } from '../../src/knowledge/gaps.ts';
import { keptMentionSchema } from '../../src/knowledge/kept-mentions.ts';
import { shownPageSchema } from '../../src/knowledge/shown-page.ts';
import { shownPageIndex } from '../../src/knowledge/shown-pages.ts';
import { watchSchema } from '../../src/knowledge/watch.ts';
import { giveBackIndex, giveBackSchema } from '../../src/limits/give-back.ts';
import { erasureSchema } from '../../src/privacy/erasure.ts';
import { keptPanelSchema } from '../../src/speech/panel-message.ts';
import { unfinishedSchema } from '../../src/speech/unfinished.ts';
import type { CollectionName, KeptStore } from '../../src/storage/kept.ts';
import { asWritten, type IndexRecord, nobodys, ofGuild, ofPerson } from '../../src/storage/record-index.ts';
import { draftIndex, draftSchema } from '../../src/video/drafts.ts';
import { jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { presetsSchema } from '../../src/video/presets.ts';
import { statusRecordSchema } from '../../src/voice/room/channel-status.ts';
import { seededJob } from './authority-jobs.ts';

export const guildId = '3000000000000000001';
export const channelId = '4000000000000000001';

interface Sample {
  /** Writes a record with that person and their words wherever the collection has room for them. */
  readonly put: (store: KeptStore, userId: string, words: string, number: number) => Promise<void>;
}

function sample<T>(
  name: Exclude<CollectionName, 'set-aside'>,
  schema: ZodType<T>,
  indexOf: IndexRecord<T>,
  record: (userId: string, words: string, number: number) => readonly [id: string, value: T],
): Sample {
  return {
    put: async (store, ...facts) => await store.collection(name, schema, indexOf).set(...record(...facts)),
  };
}

const at = 1_790_000_000_000;
const panel = { channelId, applicationId: '1', token: 'dead', tokenExpiresAt: 0 };
const where = { guildId, channelId };

/** A new collection has no sample, so this doesn't compile until it's said what it keeps of a person. */
export const samples: Readonly<Record<Exclude<CollectionName, 'set-aside'>, Sample>> = {
  'video-jobs': sample('video-jobs', videoJobSchema, jobIndex, (userId, words, number) => {
    const job = seededJob({ number, prompt: words, userId, ...where, acceptedAt: at }, 'delivered');
    return [job.id, job];
  }),
  'video-drafts': sample('video-drafts', draftSchema, draftIndex, (userId, words, number) => [
    `d${number}`,
    { createdAt: at, opener: { userId, ...where }, sources: [], ask: { of: 'text' as const, prompt: words } },
  ]),
  'video-presets': sample('video-presets', presetsSchema, ofPerson, (userId, words) => [
    userId,
    { presets: [{ id: '1', name: 'mine', style: words }] },
  ]),
  consents: sample('consents', consentSchema, consentIndex, (userId) => [
    `conversation/${guildId}/${userId}`,
    { at },
  ]),
  'never-heard': sample('never-heard', neverHeardSchema, ofPerson, (userId) => [userId, { at }]),
  'never-written': sample('never-written', neverHeardSchema, ofPerson, (userId) => [userId, { at }]),
  'conversation-running': sample('conversation-running', runningCallSchema, asWritten, (_u, _w, number) => [
    `c${number}`,
    { guildId, voiceChannelId: channelId, textChannelId: channelId, reference: 'A', locale: 'en-US', at },
  ]),
  'interpreter-running': sample('interpreter-running', runningCallSchema, asWritten, (_u, _w, number) => [
    `i${number}`,
    { guildId, voiceChannelId: channelId, textChannelId: channelId, reference: 'A', locale: 'en-US', at },
  ]),
  'recordings-running': sample(
    'recordings-running',
    runningRecordingSchema,
    asWritten,
    (userId, _, number) => [
      `r${number}`,
      { guildId, userId, reference: 'A', at, answer: { panel, locale: 'en-US' } },
    ],
  ),
  'interpreter-people': sample(
    'interpreter-people',
    personLanguagesSchema,
    personLanguagesIndex,
    (userId) => [`${guildId}/${userId}`, { speaks: 'en' as const }],
  ),
  'speech-people': sample('speech-people', voiceChoiceSchema, ofPerson, (userId, words) => [
    userId,
    { instruction: words },
  ]),
  'speech-unfinished': sample('speech-unfinished', unfinishedSchema, asWritten, (userId, _, number) => [
    `u${number}`,
    {
      ...{ guildId, userId, reference: 'A', at, reserved: 3, begun: false, askedIn: channelId },
      shown: { locale: 'en-US', panel },
    },
  ]),
  'speech-panels': sample('speech-panels', keptPanelSchema, asWritten, (_u, _w, number) => [
    `p${number}`,
    { ...where, locale: 'en-US' },
  ]),
  'voice-statuses': sample('voice-statuses', statusRecordSchema, asWritten, (_u, _w, number) => [
    `s${number}`,
    { guildId, ours: ['🔊'], theirs: null },
  ]),
  'knowledge-pages': sample('knowledge-pages', shownPageSchema, shownPageIndex, (userId, words, number) => [
    `k${number}`,
    {
      ...{ is: 'answer' as const, guildId, at, documents: [], audience: { is: 'person' as const, userId } },
      ...{ question: words, baseIds: [], passages: [], unhelpfulTo: [userId] },
    },
  ]),
  'knowledge-gaps': sample('knowledge-gaps', guildGapsSchema, ofGuild, () => [
    guildId,
    { gaps: [{ id: '1', question: 'How?', count: 1, lastAt: at, found: false }] },
  ]),
  'knowledge-mentions': sample('knowledge-mentions', keptMentionSchema, asWritten, (userId, _, number) => [
    `m${number}`,
    { ...where, userId, at, reference: 'A', again: false },
  ]),
  'knowledge-watches': sample('knowledge-watches', watchSchema, asWritten, (userId, _, number) => [
    `${guildId}/b${number}`,
    {
      ...{ guildId, baseId: `b${number}`, channelId, userId, since: at, mark: { at: 0, ids: [] } },
      ...{ pending: [], outbox: [], idle: 0 },
    },
  ]),
  'recordings-keepers': sample('recordings-keepers', textKeeperSchema, ofPerson, (userId) => [
    userId,
    { at },
  ]),
  'recordings-kept': sample('recordings-kept', keptTextSchema, asWritten, (userId, words, number) => [
    `k${number}`,
    {
      ...{ guildId, userId, at },
      texts: [
        {
          ...{ from: 'de', to: 'en', ms: 1_000, whole: true },
          passages: [
            {
              ...{ fromMs: 0, toMs: 1_000, original: { sure: words, unsure: '' } },
              translation: { sure: '', unsure: '' },
            },
          ],
        },
      ],
    },
  ]),
  'recordings-told': sample('recordings-told', toldRecordingSchema, asWritten, (_u, _w, number) => [
    `t${number}`,
    { guildId, at, messages: [{ channelId, messageId: '1' }] },
  ]),
  'server-settings': sample('server-settings', settingsRecordSchema, settingsIndex, (userId) => [
    guildId,
    settingsRecordSchema.parse({
      latest: { guildId, userId, at, revision: 1, differences: [] },
      revision: 1,
    }),
  ]),
  'settings-changes': sample(
    'settings-changes',
    settingsChangeSchema,
    settingsChangeIndex,
    (userId, _, number) => [`${guildId}/${number}`, { guildId, userId, at, revision: 1, differences: [] }],
  ),
  guilds: sample('guilds', knownGuildSchema, knownGuildIndex, () => [guildId, { since: at }]),
  'owner-notices': sample('owner-notices', toldTroubleSchema, nobodys, () => ['disk-full', { toldAt: at }]),
  erasures: sample('erasures', erasureSchema, nobodys, (_u, _w, number) => [
    `e${number}`,
    { at, asked: 'person', deleted: 1, unnamed: 1 },
  ]),
  'owner-pause': sample('owner-pause', ownerPauseSchema, nobodys, (_u, _w, number) => [`o${number}`, { at }]),
  'limit-alarms': sample('limit-alarms', limitAlarmSchema, asWritten, (_u, _w, number) => [
    `${guildId}/${number}`,
    { guildId, at },
  ]),
  digests: sample('digests', digestSchema, ofGuild, (_u, _w, number) => [
    `${guildId}${number}`,
    { guildId, since: at, counts: { heard: 2 }, refusals: {}, spent: {}, wanted: '9 UTC' },
  ]),
  'give-backs': sample('give-backs', giveBackSchema, giveBackIndex, (userId, _words, number) => [
    `${guildId}/${number}`,
    { guildId, userId, by: userId, unit: 'video-seconds' as const, amount: 5, at },
  ]),
};
