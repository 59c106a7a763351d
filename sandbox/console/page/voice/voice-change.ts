/** A change of someone's place in a voice channel that goes over REST. */
export type VoiceChange =
  | { readonly kind: 'mute' | 'deafen'; readonly userId: string; readonly on: boolean }
  /** Null disconnects. */
  | { readonly kind: 'move'; readonly userId: string; readonly channelId: string | null }
  /** On a stage: out of the audience, or back into it. */
  | {
      readonly kind: 'suppress';
      readonly userId: string;
      readonly channelId: string;
      readonly on: boolean;
    }
  | { readonly kind: 'become-speaker'; readonly channelId: string }
  | { readonly kind: 'raise-hand'; readonly channelId: string; readonly at: string | null };

/** The PATCH request that makes the change: Modify Guild Member, Modify Current User's or a User's Voice State. */
export function voiceChangeRequest(
  guildId: string,
  change: VoiceChange,
): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } {
  const member = (userId: string) => `/guilds/${guildId}/members/${userId}`;
  const state = (userId: string) => `/guilds/${guildId}/voice-states/${userId}`;
  switch (change.kind) {
    case 'mute':
      return { path: member(change.userId), body: { mute: change.on } };
    case 'deafen':
      return { path: member(change.userId), body: { deaf: change.on } };
    case 'move':
      return { path: member(change.userId), body: { channel_id: change.channelId } };
    case 'suppress':
      return { path: state(change.userId), body: { channel_id: change.channelId, suppress: change.on } };
    case 'become-speaker':
      return { path: state('@me'), body: { channel_id: change.channelId, suppress: false } };
    case 'raise-hand':
      return {
        path: state('@me'),
        body: { channel_id: change.channelId, request_to_speak_timestamp: change.at },
      };
  }
}
