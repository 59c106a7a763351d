import { runningCallSchema } from '../call/running-calls.ts';
import { InterpreterDesk } from '../interpreter/desk.ts';
import { Glossary } from '../interpreter/glossary.ts';
import { openInterpretations } from '../interpreter/interpretation.ts';
import { personLanguagesIndex, personLanguagesSchema } from '../interpreter/people.ts';
import { usualInterpreter } from '../interpreter/settings.ts';
import type { TranslationClient } from '../service/realtime/translation/translation-types.ts';
import { voicedBy } from '../speech/whole-speech.ts';
import { asWritten } from '../storage/record-index.ts';
import { wordsFor } from '../words/index.ts';
import type { CallShared } from './calls.ts';
import { exposes, sees } from './exposure.ts';
import type { SharedParts } from './parts.ts';

export function interpreterDesk(
  { config, log, clock, store, settings, news, client, messenger, pace }: SharedParts,
  {
    shared,
    translations,
  }: {
    readonly shared: CallShared;
    readonly translations: TranslationClient;
  },
): InterpreterDesk {
  const { interpreter, service } = config;
  const { rooms, people, spending, speech, endpointing, echo } = shared;
  const glossary = new Glossary(
    settings.page('interpreter'),
    async (guildId) => await speech.dictionary.list(guildId),
  );
  const voiced = voicedBy(speech, 24_000);
  const calls = openInterpretations({
    rooms,
    client: translations,
    spending,
    peopleIn: (guildId, channelId) => people.in(guildId, channelId).map(({ userId }) => userId),
    voiceName: (userId, _language, request, signal) =>
      voiced(people.nameOf(request.guildId, userId) ?? '', request, request.startedBy, signal),
    corrects: (text, _language, { guildId }) => glossary.corrects(text, guildId),
    hotWords: ({ guildId }) => glossary.names(guildId),
    statusLine: ({ publicLocale }) => wordsFor(publicLocale).interpreter.channelStatus,
    settings: {
      ...usualInterpreter,
      mostSessions: interpreter.sessionsPerCall,
      quietMs: interpreter.quietMs,
    },
    // The service decides where a sentence ends. Cutting it at a short pause would make the translation worse.
    endpointing: { ...endpointing, mode: 'paced' },
    echo,
    clock,
    log,
  });
  return new InterpreterDesk({
    calls,
    locks: shared.locks,
    glossary,
    languages: store.collection('interpreter-people', personLanguagesSchema, personLanguagesIndex),
    consents: shared.consents,
    unheard: shared.unheard,
    running: store.collection('interpreter-running', runningCallSchema, asWritten),
    rooms,
    people,
    jpegOf: shared.pictures(interpreter.imageBytes),
    exposes: (guildId, textId, voiceId) => exposes(client, guildId, textId, voiceId),
    sees: (guildId, userId, channelId) => sees(client, guildId, userId, channelId),
    mayWrite: shared.mayWrite,
    decided: settings.page('interpreter'),
    mayJoin: shared.mayJoin('interpreter'),
    news,
    detectsLanguage: interpreter.detectsLanguage,
    region: service.region,
    messenger,
    pace,
    clock,
    log,
  });
}
