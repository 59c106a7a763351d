import type { Sentences, Translated } from '../../language/languages.ts';
import type { CallActivity, CallTrouble } from '../call-types.ts';
import type { ToolName } from '../tools/tool-names.ts';
import { conversationCommandWords } from './commands.en.ts';

const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`);

/** `mention`: who's being heard, if the room knows. */
const activities: Sentences<CallActivity, [mention: string | undefined]> = {
  opening: () => '🔌 Connecting…',
  listening: () => '👂 Listening',
  hearing: (mention) => `🗣️ ${mention ?? 'Someone'} is talking`,
  // One word for both, so that the panel changes once for an answer.
  thinking: () => '💬 Answering',
  speaking: () => '💬 Answering',
  working: () => '🛠️ Working on it…',
  reconnecting: () => '📡 Reconnecting to the AI service…',
  silenced: () => "🔇 I can't talk right now. I'll pick up again as soon as I can.",
};

/** `name`: what it answers to. */
const answersTo: Sentences<'auto' | 'always' | 'by-name' | 'push-to-talk', [name: string]> = {
  auto: (name) => `With two or more people, say “${name}” to get an answer.`,
  always: () => 'I answer everything I hear.',
  'by-name': (name) => `Say “${name}” to get an answer.`,
  'push-to-talk': () => "Press **Talk**, say it, and press **Done** when you've finished.",
};

export const conversationWords = {
  commands: conversationCommandWords,
  panel: {
    name: '🎙️ AI conversation',
    title: (mention: string, channelId: string) =>
      `**AI conversation in <#${channelId}>**, started by ${mention}`,
    activities,
    troubles: {
      'tools-dropped': 'The AI service ignored my tools, so I can only talk.',
      'search-dropped': "The AI service ignored web search, so I'll answer without it.",
      'voice-replaced': "The AI service doesn't have that voice, so I'm using another one.",
      'detection-replaced': "The AI service picked another way to tell when you've finished.",
      'audio-dropped': 'The connection was slow, so I missed a bit. Say it again if I got it wrong.',
      'not-understood': "I didn't catch that. Try again?",
      'no-answer': "The AI service didn't answer. Try again?",
      'answer-failed': 'My answer broke off. Ask me again.',
      busy: 'The AI service is busy. Give it a few seconds.',
      'connection-lost': 'I lost the AI service for a moment.',
      'turn-lost': 'I lost the AI service in the middle of that. Say it again?',
      'tools-endless': 'I got stuck using my tools. Ask me again?',
      'refused-request': 'The AI service turned that down. Try saying it differently.',
    } satisfies Record<CallTrouble, string>,
    transcriptKept: 'transcript kept',
    transcriptPaused: 'transcript paused',
    transcribed: (channelId: string) =>
      `I'm writing a transcript in a thread in <#${channelId}>. Everyone who can see that channel can read it, and it stays.`,
    transcribedHere:
      "I'm writing a transcript here. Everyone who can see this channel can read it, and it stays.",
    transcriptHidden: "The transcript is paused: some people there can't see the voice channel I'm in now.",
    readAlong: 'People in the voice channel can read along with **My captions**. I keep none of it.',
    persona: (mention: string) => `🎭 My persona, set by ${mention}:`,
    answers: answersTo,
  },
  buttons: {
    talk: 'Talk',
    done: 'Done',
    no: 'No',
    here: 'Transcript here',
  },
  answers: {
    joined: (channelId: string) =>
      `🎙️ You're in: I can hear you in <#${channelId}> until you press **Leave**. Want me to remember this for next time?`,
    stopped: '⏹️ Conversation ended.',
    said: '💬 Passed it on.',
    shown: "🖼️ I'm looking at it. Ask me something about it.",
  },
  invited: (mention: string, channelId: string) =>
    `${mention}, there's an AI conversation in <#${channelId}>. I can't hear you unless you press **Join**.`,
  /** Spoken while a tool takes long. */
  filler: "One moment, I'm on it.",
  endNotices: {
    'starter-left': '🚪 I ended the conversation because the person who started it left.',
    'everybody-left': '🚪 I ended the conversation because everyone left.',
    spent: '⏳ I ended the conversation: no minutes left for today.',
    paused: '⏸️ I ended the conversation because spending was paused.',
    idle: '💤 I ended the conversation because nobody talked for a while. `/converse start` brings me back.',
    service: '❌ I had to end the conversation.',
  },
  restarted: (channelId: string) =>
    `♻️ I restarted, so the conversation in <#${channelId}> is over and I'm not listening. Start again with \`/converse start\`.`,
  tools: {
    title: '**What I can do during conversations here**',
    names: {
      search_knowledge: 'Search the knowledge base',
      start_video: 'Start a video (asks first)',
      post_message: 'Post in a channel (asks first)',
      who_is_here: "See who's here",
      set_timer: 'Set timers',
    } satisfies Record<ToolName, string>,
    state: { on: 'on', off: 'off' },
    changed: (tool: string, on: boolean) => `✅ ${tool}: ${on ? 'on' : 'off'} from the next conversation.`,
    notWithSearch: "Conversations with web search can't use these tools.",
    /** Asked before something is spent or posted. */
    video: (mention: string, prompt: string) =>
      `🎬 ${mention}, make this video? It counts towards your daily limit.\n> ${prompt}`,
    /** The button. */
    makeIt: (seconds: number) => `Make it · ${seconds} s`,
    postIt: 'Post it',
    post: (mention: string, channelId: string, text: string) =>
      `📨 ${mention}, post this in <#${channelId}>?\n> ${text}`,
    refused: "🚫 OK, I won't.",
    expired: '⌛ No answer, so I left it.',
    done: '✅ Done.',
    postedFor: (mention: string) => `-# Posted for ${mention}, who asked me to in a conversation`,
    timer: (mention: string, label: string | undefined) =>
      `⏰ ${mention}, time's up${label === undefined ? '!' : `: ${label}`}`,
  },
  transcript: {
    /** In front of the room and the time. */
    title: 'Transcript',
    opened: (channelId: string) =>
      `📝 I'm writing down what people who pressed **Join** say in <#${channelId}>.`,
    failed:
      "📝 I couldn't open a thread for the transcript. A moderator can press **Transcript here** to get it in this channel.",
    closed: (threadId: string) =>
      `📝 I can't write in <#${threadId}> any more. A moderator can press **Transcript here** to get the transcript in this channel.`,
    paused: (channelId: string) =>
      `⏸️ I've stopped writing this down: some people here can't see <#${channelId}>.`,
    resumed: "▶️ I'm writing this down again.",
    /** In front of what the bot says. */
    assistant: '🤖',
    cut: '— *interrupted*',
    sources: 'Sources:',
    fileName: 'conversation.txt',
    fileDescription: 'Transcript of the conversation',
    /** In the file. */
    assistantName: 'Bot',
    cutInFile: '[interrupted]',
  },
  /** Answers to voice messages that reply to the bot. */
  voiceReply: {
    states: { waiting: '📥 Getting your voice message…', hearing: '👂 Listening…' },
    nothing: "I didn't catch a word, so you weren't charged. Say it again?",
    stop: 'Stop',
    stopped: {
      person: '⏹️ Stopped. You only paid for what I heard.',
      deleted: '⏹️ Stopped: the message was deleted.',
      never: '⏹️ Stopped: you told me not to listen to you.',
      restart: "♻️ I'm restarting, so I stopped here. Send it again in a minute.",
    },
    cost: (seconds: number) => `${seconds} s of your live minutes`,
    why: 'I listened because you replied to me. Never want that? `/privacy`',
  },
  recap: {
    title: (count: number) => `**That was ${minutes(count)} of conversation**`,
    spoke: (mention: string, lines: number) => `${mention}: ${lines === 1 ? '1 turn' : `${lines} turns`}`,
    nobody: 'Nobody said anything.',
    decisions: 'Decided, as I understood it:',
    decisionsSpent: "I couldn't list what was decided: today's live minutes are used up.",
    links: 'Links:',
    file: 'The whole transcript is in the file.',
  },
  channelStatus: '🎙️ AI conversation: hears people who pressed Join · /converse stop',
};

export type ConversationWords = Translated<typeof conversationWords>;
