export interface MessagePlace {
  readonly channelId: string;
  readonly messageId: string | undefined;
}

/** Where an address of Discord's own leads in this page: a channel, or a message in it. Undefined for any other. */
export function messagePlaceOf(address: string): MessagePlace | undefined {
  const match = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/.exec(address);
  const channelId = match?.[1];
  return channelId === undefined ? undefined : { channelId, messageId: match?.[2] };
}
