import type { Sentences, Translated } from '../../language/languages.ts';
import type { RecordingKeeping } from '../recordings/recording.ts';
import type { InterpretationSettings, InterpreterActivity, InterpreterTrouble } from '../types.ts';
import { interpretCommandWords } from './commands.en.ts';

const list = (names: readonly string[]) => names.join(', ');

/** `mention`: who's being heard, if the room knows. */
const activities: Sentences<
  InterpreterActivity,
  [facts: { mention: string | undefined; waitSeconds: number }]
> = {
  opening: () => '🔌 Connecting…',
  listening: () => '👂 Listening',
  interpreting: ({ mention }) => `🗣️ ${mention ?? 'Someone'} is talking`,
  speaking: () => '🔊 Translating out loud',
  'catching-up': () => '⏩ Catching up: the captions have what I skip',
  'waiting-to-connect': ({ waitSeconds }) =>
    `⏳ Too many speakers at once. The next one gets a turn in ${waitSeconds} s.`,
  reconnecting: () => '📡 Reconnecting to the AI service…',
  silenced: () => "🔇 I can't talk right now. I'll pick up again as soon as I can.",
  'same-language': () => "💤 Everyone here shares a language, so there's nothing to interpret",
};

export const interpreterWords = {
  commands: interpretCommandWords,
  panel: {
    name: (names: readonly string[]) => `🌐 Live interpreter: ${list(names)}`,
    title: (mention: string, channelId: string) =>
      `**Live interpreter in <#${channelId}>**, started by ${mention}`,
    activities,
    troubles: {
      'target-without-voice': "One of these languages has no voice, so it's captions only.",
      'voice-replaced': "The AI service doesn't have that voice, so I'm using another one.",
      'audio-dropped': 'The connection was slow, so I missed a few words.',
      'waited-too-long': 'Someone had to wait too long for a turn, so I missed their first words.',
      'not-understood': "I didn't catch that. Say it again?",
      'translation-failed': 'A translation broke off.',
      'no-translation': "The AI service didn't answer. Say it again?",
      'last-words-lost': "I lost someone's last few words.",
      busy: 'The AI service is busy. Give it a few seconds.',
      'connection-lost': 'I lost the AI service for a moment.',
      'refused-request': 'The AI service turned something down.',
    } satisfies Record<InterpreterTrouble, string>,
    spoken: {
      off: 'Captions only, nothing out loud.',
      'in-pauses': "I translate out loud when nobody's talking.",
      'over-people': 'I translate out loud right away, even over people.',
    } satisfies Record<InterpretationSettings['spoken'], string>,
    captionsKept: 'captions kept',
    captionsPaused: 'captions paused',
    textKept: 'the text is kept',
    captions: {
      off: () => 'No captions.',
      'one-thread': (channelId) => `Captions are in a thread in <#${channelId}> and stay there.`,
      'thread-per-language': (channelId) =>
        `Captions are in threads in <#${channelId}>, one per language, and stay there.`,
    } satisfies Sentences<InterpretationSettings['captions'], [channelId: string]>,
    /** In the chat of a voice channel. */
    captionsHere: 'Captions are written here and stay.',
    captionsHidden: "Captions are paused: some people there can't see the voice channel I'm in now.",
    /** `reads` undefined: every language of the call. */
    person: (mention: string, speaks: string, reads: string | undefined) =>
      reads === undefined
        ? `- ${mention}: speaks ${speaks}`
        : `- ${mention}: speaks ${speaks}, reads ${reads}`,
    more: (people: number) => `- and ${people} more`,
    detected: 'any language',
    readAlong: 'Anyone who sees the voice channel can read along with **My captions**. I keep none of it.',
    ownLanguages: 'Wrong language? Tell me with `/interpret me`.',
    transcribed: 'The whole text is posted as a file at the end.',
    sessions: (open: number) => (open === 1 ? '1 session open' : `${open} sessions open`),
  },
  buttons: { here: 'Captions here' },
  answers: {
    joined: (channelId: string, speaks: string) =>
      `🎙️ You're in: I can hear you in <#${channelId}> until you press **Leave**, and I'm expecting ${speaks}. Wrong language? Use \`/interpret me\`. Want me to remember your **Join** for next time?`,
    stopped: '⏹️ Stopped interpreting.',
    shown: "🖼️ Got it. It helps me translate what's said about it.",
    /** `reads` undefined: what they speak. */
    mine: (speaks: string, reads: string | undefined, ownCaptions: boolean) =>
      [
        `✅ You speak ${speaks}.`,
        reads === undefined ? '' : `You hear and read ${reads}.`,
        ownCaptions ? 'You also get captions in your own language.' : '',
      ]
        .filter((each) => each !== '')
        .join(' '),
    /** For someone who never chose what they speak. */
    unsaid: 'the first language of each call',
  },
  /** For a person who speaks another language than the one they're heard in. */
  otherLanguage: {
    asked: (mention: string, speaks: string, language: string) =>
      `🌐 ${mention}, I'm expecting ${speaks} from you, but you seem to speak ${language}.`,
    change: (language: string) => `I speak ${language}`,
  },
  captions: {
    /** In front of the room and the time. */
    title: 'Captions',
    cut: '— *cut off*',
    /** `language` if each has a thread of its own. */
    opened: (channelId: string, language: string | undefined) =>
      language === undefined
        ? `💬 Live captions of <#${channelId}>. Only people who pressed **Join** show up here.`
        : `💬 Live captions of <#${channelId}> in ${language}. Only people who pressed **Join** show up here.`,
    failed: "💬 I couldn't open a thread for captions. Press **Captions here** to get them in this channel.",
    closed: (threadId: string) =>
      `💬 I can't write in <#${threadId}> any more. I'm still interpreting: press **Captions here** to get captions in this channel.`,
    paused: (channelId: string) => `⏸️ Captions are paused: some people here can't see <#${channelId}>.`,
    resumed: '▶️ Captions are back.',
    fileName: 'interpreted.txt',
    fileDescription: 'Everything that was said, with its translations',
    fileSentence: '📄 Everything that was said, with its translations.',
    cutInFile: '[cut off]',
  },
  glossary: {
    title: (entries: number) => `**Glossary: ${entries === 1 ? '1 term' : `${entries} terms`}**`,
    entry: (term: string, heard: string) => `- ${term}, often heard as ${heard}`,
    termOnly: (term: string) => `- ${term}`,
    empty: 'No terms yet. Add one with `/interpret glossary term:… heard:…`.',
    more: (entries: number) => `-# and ${entries} more`,
    alsoPronunciations: '-# Names from `/speak pronounce` are used, too.',
    added: (term: string) => `✅ Captions will say **${term}** from now on.`,
    removed: (term: string) => `✅ Removed **${term}**.`,
  },
  /** Channels whose voice messages are written down. */
  written: {
    isOn: (channelId: string) => `🎙️ I write down voice messages in <#${channelId}>.`,
    isOff: (channelId: string) => `I don't write down voice messages in <#${channelId}>.`,
    turnedOn: (channelId: string) => `🎙️ I'm writing down voice messages in <#${channelId}> from now on.`,
    turnedOff: (channelId: string) => `🔇 I've stopped writing down voice messages in <#${channelId}>.`,
    asSaid: "- As they're said, with a **Translate** button",
    into: (language: string) => `- In ${language}`,
    goes: 'They go to the AI service, and count toward the live minutes of the people who send them. Anyone can opt out with `/privacy`.',
    /** For everyone who talks there. */
    begun: (mention: string, language: string | undefined) =>
      `🎙️ ${mention} has voice messages here written down${language === undefined ? '' : ` in ${language}`}. From now on they're sent to an AI service, and count toward your live minutes. Don't want that? Press **Not my recordings** in \`/privacy\`.`,
    ended: (mention: string) =>
      `🔇 ${mention} turned this off. Voice messages here aren't written down any more.`,
    translated: (from: string, to: string) => `${from} → ${to}`,
    cut: 'the end may be missing',
    optOut: 'opt out: `/privacy`',
    translate: (seconds: number) => `Translate · ${seconds} s`,
    notWritten: (reason: string) => `🎙️ I'm not writing down voice messages right now. ${reason}`,
    /** To a reply that mentions the bot. */
    hidden:
      "🎙️ Discord doesn't show me that voice message. Hold or right-click it, then pick **Apps** → **What does it say?**",
  },
  /** What recordings say. */
  recordings: {
    /** In front of how long it is. */
    title: (mention: string) => `🎙️ What ${mention}'s recording says`,
    heardAs: (language: string) => `heard as ${language}`,
    waiting: (ahead: number) => `⏳ In queue: ${ahead} ahead of you`,
    fetching: '📥 Getting the recording…',
    connecting: '🔌 Connecting…',
    waitingToConnect: (waitSeconds: number) =>
      `⏳ The AI service is busy with live calls. Connecting in ${waitSeconds} s.`,
    hearing: (heard: string, total: string) => `👂 Listening: ${heard} of ${total}`,
    nothing: "I didn't hear any words in it.",
    cut: '✂️ The end may be missing.',
    broken: '⚠️ I lost the AI service, so the rest is missing. You only paid for what I heard.',
    stopped: {
      person: '⏹️ Stopped. You only paid for what I heard.',
      deleted: '⏹️ Stopped: the message was deleted. You only paid for what I heard.',
      never: "⏹️ Stopped: this person doesn't want me to listen to them.",
      restart: "♻️ I'm restarting, so I stopped here. You only paid for what I heard. Run the command again.",
    },
    /** What's being listened to right now, as people see it who may stop it. */
    listening: {
      title: (count: number) =>
        count === 1 ? "👂 **I'm listening to 1 recording**" : `👂 **I'm listening to ${count} recordings**`,
      whose: (mention: string, channel: string) => `${mention} in ${channel}`,
      more: (count: number) => `${count} more in queue`,
      stopped: '⏹️ Stopped. Only what I heard so far counts.',
    },
    cost: (seconds: number) => `Cost ${seconds} s of your live minutes`,
    keeping: {
      nothing: 'I keep none of it, so asking again costs again',
      kept: 'Kept for a day, so asking again is free',
      recalled: 'Heard in the last day already, so this was free',
    } satisfies Record<RecordingKeeping, string>,
    longer: "-# That isn't all of it. Press **As a file** for the rest.",
    otherLanguage: 'Spoken in another language? Listen again',
    sharedBy: (mention: string) => `Shared by ${mention}`,
    askedBy: (mention: string) => `Asked by ${mention}`,
    restarted: "♻️ I restarted before I was done, so you weren't charged. Use **What does it say?** again.",
    restartedHere:
      '♻️ I restarted before I had heard this, so nothing was charged. **What does it say?** still works on it.',
    fileName: 'recording',
    textFile: 'What the recording says',
    captionsFile: 'Captions with times',
    files: '📄 What the recording says, as text and as captions.',
    buttons: { stop: 'Stop', share: 'Share', read: 'Read aloud here', file: 'As a file' },
  },
  invited: (mention: string, channelId: string) =>
    `${mention}, <#${channelId}> has a live interpreter. I can't hear you unless you press **Join**.`,
  endNotices: {
    'starter-left': '🚪 I stopped interpreting because the person who started it left.',
    'everybody-left': '🚪 I stopped interpreting because everyone left.',
    spent: '⏳ I stopped interpreting: no minutes left for today.',
    paused: '⏸️ I stopped interpreting because spending was paused.',
    idle: '💤 I stopped interpreting because nobody talked for a while. `/interpret start` brings me back.',
    service: '❌ I had to stop interpreting.',
  },
  restarted: (channelId: string) =>
    `♻️ I restarted, so I'm no longer interpreting in <#${channelId}>, and I'm not listening. Start again with \`/interpret start\`.`,
  channelStatus: '🌐 Live interpreter: hears people who pressed Join · /interpret stop',
};

export type InterpreterWords = Translated<typeof interpreterWords>;
