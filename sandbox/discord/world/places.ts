/** Ids that are the same after every start, so that saved references to these places stay true. */
export const places = {
  applicationId: '1324000000000000001',
  botUserId: '1324000000000000001',
  guildId: '1324000000000000100',
  otherGuildId: '1324000000000000200',
  people: {
    owner: '1324000000000000011',
    moderator: '1324000000000000012',
    member: '1324000000000000013',
    newcomer: '1324000000000000014',
  },
  roles: {
    moderator: '1324000000000000102',
    bot: '1324000000000000103',
    otherBot: '1324000000000000203',
  },
  channels: {
    textCategory: '1324000000000000110',
    general: '1324000000000000111',
    videos: '1324000000000000112',
    locked: '1324000000000000113',
    announcements: '1324000000000000114',
    moderatorsOnly: '1324000000000000115',
    forum: '1324000000000000116',
    thread: '1324000000000000117',
    voice: '1324000000000000120',
    workshop: '1324000000000000121',
    booth: '1324000000000000122',
    stage: '1324000000000000123',
    otherGeneral: '1324000000000000211',
    otherVoice: '1324000000000000220',
  },
} as const;

export type PersonName = keyof typeof places.people;
export type PlaceName = keyof typeof places.channels;

/** The ids of a server beyond the two that are always there. @param index from 0 */
export function anotherServer(index: number) {
  const first = 1_324_000_000_001_000_000n + (BigInt(index) << 22n);
  const [guildId, roleId, textChannelId, voiceChannelId] = [0n, 1n, 2n, 3n].map((add) => String(first + add));
  return {
    guildId: guildId ?? '',
    roleId: roleId ?? '',
    textChannelId: textChannelId ?? '',
    voiceChannelId: voiceChannelId ?? '',
  };
}
