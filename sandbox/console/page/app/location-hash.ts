/** Who and where, as the address keeps it: `#member/1234`. */
export interface Whereabouts {
  readonly person: string | undefined;
  readonly channelId: string | undefined;
}

export function readHash(hash: string): Whereabouts {
  const [person, channelId] = decodeURIComponent(hash.replace(/^#/, '')).split('/');
  return { person: person || undefined, channelId: channelId || undefined };
}

export function writeHash({ person, channelId }: Whereabouts): string {
  return `#${encodeURIComponent(person ?? '')}${channelId ? `/${encodeURIComponent(channelId)}` : ''}`;
}
