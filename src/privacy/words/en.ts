import type { Translated } from '../../language/languages.ts';
import type { CollectionName, PlaceName } from '../../storage/kept.ts';
import { privacyCommandWords } from './commands.en.ts';

export const privacyWords = {
  commands: privacyCommandWords,
  title: '## Your privacy',
  titleOf: (mention: string) => `## What I keep about ${mention}`,
  /** Every collection, as a person reads it. */
  kept: {
    'video-jobs': 'Videos you asked for: prompt, options, where and when',
    'video-drafts': 'Video forms you opened: what you chose and typed',
    'video-presets': 'Video settings you saved',
    consents: 'That I may hear you without asking again',
    'never-heard': 'That I must never listen to you',
    'never-written': "That your recordings are nobody's to write down",
    'conversation-running': 'Conversations under way: channel and panel',
    'interpreter-running': 'Interpreted calls under way: channel and panel',
    'recordings-running': "Recordings I'm listening to for you: that you asked, not what they say",
    'recordings-keepers': 'That I may keep what your recordings say for a day',
    'recordings-kept': 'What your recordings say, because you let me keep it',
    'recordings-told': 'Which messages of mine say what a recording says, so that they go with it',
    'interpreter-people': 'Languages you speak and read',
    'speech-people': 'Voice settings you chose',
    'speech-unfinished': "Texts in the queue: that they're yours and how long, not what they say",
    'speech-panels': 'Where the reading panel is',
    'voice-statuses': "What a voice channel's status said before I wrote there",
    'knowledge-pages': 'Your questions to the documents, and what I showed you',
    'knowledge-gaps': 'Questions without a good answer, without who asked',
    'knowledge-mentions': "Where a question of yours is that I haven't answered yet",
    'knowledge-watches': 'Imports you watch for a server',
    'server-settings': "A server's settings, and who changed them last",
    'settings-changes': "What you changed in a server's settings",
    'owner-pause': 'Whether my owner paused spending',
    'limit-alarms': 'Which limits of a server moderators were told about',
    digests: 'How often what happened in a server today, for its daily summary',
    'give-backs': 'What was given back to you, by whom and why',
    guilds: 'Which servers I work in',
    'owner-notices': 'That I told my owner of a full disk or the like',
    erasures: 'That a person was forgotten, but not who',
    'set-aside': "Records I couldn't read any more",
  } satisfies Record<CollectionName, string>,
  /** The rest of what's on the disk. */
  places: {
    spending: 'How much of your limits you used',
    'video-files': "Video files I couldn't post as they are",
    'back-ups': 'Copies of all this in case the disk breaks',
    'in-hand': 'What I was working on if I crash, by numbers',
    copies: 'Copies of all this from before an update',
    temporary: 'Files you sent me, while I check them',
  } satisfies Record<PlaceName, string>,
  lasts: {
    done: "until it's over or I restart",
    changed: "until it's changed",
    over: "until it's over",
    left: 'until I leave',
    days: (time: string) => `${time} after it's over`,
    time: (time: string) => `up to ${time}`,
  },
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  keeps: '### What I keep about you',
  nothing: "Nothing. I haven't stored anything about you.",
  nothingOf: "Nothing. I haven't stored anything about them.",
  times: (what: string, count: number) => `${what} (${count})`,
  row: (what: string, time: string) => `- ${what} · ${time}`,
  named: (count: number) =>
    count === 1 ? '1 thing of others names you' : `${count} things of others name you`,
  terms: (text: string) => `In glossaries and pronunciations here: ${text}. A moderator can remove that.`,
  agreed: '### What you agreed to',
  consents: {
    conversation: (name: string, when: string) =>
      `- I hear you in conversations in ${name} right away, since ${when}`,
    interpreter: (name: string, when: string) => `- I interpret you in ${name} right away, since ${when}`,
  },
  otherServer: 'another server',
  agreedToNothing: 'Nothing for good. I ask you in each call.',
  listening:
    '👂 In calls, I only hear you after you press **Join**. I listen to your voice messages if someone asks what they say, or in channels that moderators chose.',
  neverListening: (when: string) => `🔇 I don't listen to you in any server, since ${when}.`,
  neverWriting: (when: string) => `✋ Nobody gets to read your recordings from me, since ${when}.`,
  keepingTexts: (when: string) =>
    `🗒️ What your recordings say stays with me for a day, so who asks again doesn't pay again, since ${when}.`,
  goes: '### Where your voice and words go',
  toService: (region: string) =>
    `Prompts, texts I read aloud and questions go to the AI service in ${region}. Your voice goes there from calls where you pressed **Join**, and from voice messages and recordings that I listen to. What the service keeps isn't up to me.`,
  toDiscord:
    'What I post stays in Discord until someone deletes it. Delete videos with `/video list` first if you want them gone.',
  notKept: "I keep no recordings and no transcripts of calls. Everything else isn't stored.",
  buttons: {
    never: 'Never listen to me',
    listen: 'Listen again',
    unwritten: 'Not my recordings',
    written: 'Allow my recordings',
    'keep-texts': 'Keep texts a day',
    'drop-texts': 'Keep no texts',
    data: 'My data',
    forget: 'Forget me',
    /** Someone else, as the bot's owner sees it. */
    forgetThem: 'Forget this person',
    dataOf: 'Their data',
    forgetNow: 'Forget for good',
  },
  answers: {
    never:
      "🔇 Done. I don't hear you any more, in any call of any server, and I won't ask again. **Listen again** undoes that.",
    listen: '👂 OK. I still only hear you in calls where you press **Join**.',
    unwritten:
      "✋ Done. I don't write down or translate your voice messages and recordings any more, in any server, no matter who asks.",
    written: '🎙️ OK. Your voice messages and recordings can be written down again.',
    keepTexts:
      "🗒️ OK. When I've listened to a voice message or recording of yours, I keep what it says for a day. Who can see the message and asks again doesn't pay again.",
    dropTexts: '🗑️ Done. What your recordings say is deleted here, and I keep none of it any more.',
    data: '📄 This is everything I keep about you.',
    dataOf: (mention: string) => `📄 This is everything I keep about ${mention}.`,
  },
  sure: (mention: string, count: number) =>
    `**Forget ${mention}?** I delete ${count === 1 ? '1 record' : `${count} records`}, cancel open videos and texts, and leave calls. That can't be undone. What I posted stays in Discord.`,
  proof: {
    title: (mention: string) => `## ✅ I've forgotten ${mention}`,
    partly: '⚠️ Something new came in while I was deleting. Press **Forget me** once more.',
    notEverywhere:
      "⚠️ A part of me that runs elsewhere hasn't confirmed yet that it let go of what it was doing for you. Press **Forget me** again in a minute.",
    deleted: (what: string, count: number) => `- ${what}: ${count} deleted`,
    unnamed: (what: string, count: number) => `- ${what}: ${count} kept without the name`,
    /** What had nothing, in one line. */
    none: (text: string) => `-# Nothing in: ${text}`,
    sums: 'What you used of your limits still counts, without the name.',
    files: 'Video files, the list of work in hand and the log have nothing any more.',
    log: (when: string) => `Traces in the store's log are gone ${when}.`,
    copies: (when: string) =>
      `Copies and back-ups in my folder still have it. It's gone from the last one ${when}.`,
    noCopies: 'No copy and no back-up in my folder has it.',
    backUps:
      "Copies that the bot's owner put elsewhere may still have it; ask them. Restoring a back-up brings it back.",
    blocks: 'Where moderators blocked you, you stay blocked.',
    service:
      "What the AI service keeps isn't mine to delete. Messages stay in Discord until someone deletes them.",
  },
};

export type PrivacyWords = Translated<typeof privacyWords>;
