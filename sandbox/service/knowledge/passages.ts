/** A passage of a document. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** What can be found in the knowledge bases; each is from one of their imported documents. */
export const passages: readonly Passage[] = [
  {
    title: 'Appeals',
    text: 'A ban can be appealed once, thirty days after it was given. Write to the moderators with the date and the reason of the ban; two moderators who did not give it decide within a week.',
  },
  {
    title: 'Warnings',
    text: 'Three warnings within ninety days lead to a time-out of one day; a fourth leads to a ban. Warnings older than ninety days do not count any more.',
  },
  {
    title: 'Raids',
    text: 'During a raid the moderators lock every channel, switch on the highest verification level and remove accounts that are younger than one day. The lock ends after one quiet hour.',
  },
  {
    title: 'Roles',
    text: 'The role of a helper is given to members who answered fifty questions. Helpers may pin messages and move people between voice channels, but cannot delete messages.',
  },
  {
    title: 'Events',
    text: 'Events are announced two weeks ahead in the announcements channel. To host an event, fill in the event form and name a moderator who will be there.',
  },
  {
    title: 'Voice channels',
    text: 'In voice channels push-to-talk is asked of everyone with background noise. Recording is forbidden unless everybody in the channel agreed.',
  },
  {
    title: 'Art contest',
    text: 'The art contest runs each spring. One picture a person, made by hand; the community votes for ten days, and the winner designs the banner of the server.',
  },
  {
    title: 'Bot commands',
    text: 'Bot commands belong into the bots channel. A video takes one to five minutes, and each member may ask for sixty seconds of video a day.',
  },
  {
    title: 'Privacy',
    text: 'Nobody posts the real name, the address or a photograph of another member. Such messages are deleted at once, and the author is warned.',
  },
  {
    title: 'Advertising',
    text: 'Links to other servers are allowed in the partner channel only. A partner server has at least two hundred members and rules like ours.',
  },
  {
    title: 'Newcomers',
    text: 'Newcomers read the rules, choose their pronouns and languages, and can write in every public channel ten minutes later.',
  },
  {
    title: '申诉',
    text: '封禁满三十天后可以申诉一次。请写明封禁的日期和原因，由两位没有参与处罚的管理员在一周内决定。',
  },
  {
    title: '语音频道',
    text: '语音频道里有背景噪音的成员请使用按键说话。未经所有在场成员同意，禁止录音。',
  },
  {
    title: 'Veranstaltungen',
    text: 'Veranstaltungen werden zwei Wochen vorher angekündigt. Wer eine leiten möchte, füllt das Formular aus und nennt eine Moderatorin oder einen Moderator, die dabei sind.',
  },
];
