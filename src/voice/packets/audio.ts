/** Discord's voice clock (spec 5, 5.2): one Opus packet every 20 ms, RTP time at 48 kHz. Only defined here. */
export const frameMs = 20;
export const rtpClockHz = 48_000;
export const rtpTicksPerFrame = (rtpClockHz / 1000) * frameMs;

/** The ears' output: 16 kHz mono, 16 bit. */
export const heardRateHz = 16_000;
export const heardSamplesPerFrame = (heardRateHz / 1000) * frameMs;

/** 20 ms of silence in Opus. Discord passes it on unencrypted. Five of them follow everything that's said. */
export const silencePacket: Uint8Array = Uint8Array.of(0xf8, 0xff, 0xfe);
export const silencePacketsAtEnd = 5;

/** One Opus packet of exactly 20 ms. */
export type OpusPacket = Uint8Array;

export function isSilence(packet: OpusPacket): boolean {
  return (
    packet.length === silencePacket.length && silencePacket.every((byte, index) => byte === packet[index])
  );
}
