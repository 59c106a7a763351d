import type { Call } from './call.ts';
import type { MediaNetwork } from './media-network.ts';
import type { MediaServer } from './media-server.ts';
import { transportModes } from './transport-cipher.ts';
import type { VoiceGateway } from './voice-gateway.ts';
import type { VoiceFaults } from './voice-server-types.ts';

export function voiceFaults(gateway: VoiceGateway, media: MediaServer, network: MediaNetwork): VoiceFaults {
  const holds = new Set<{ release(): void }>();
  const sessionsOf = (userId: string | undefined) =>
    gateway.sessions.filter((session) => userId === undefined || session.userId === userId);
  const callsWith = (userId: string): readonly Call[] =>
    gateway.calls.filter((call) => call.session(userId) !== undefined);
  return {
    close: (code, userId) => {
      for (const session of sessionsOf(userId)) gateway.hangUp(session, code, 'Closed on demand.');
    },
    drop: (userId) => {
      for (const session of sessionsOf(userId)) gateway.hangUp(session, 1006, '');
    },
    refuse: (code, count) => gateway.refuseNext(code, count),
    holdWelcome: () => {
      const held: { release(): void }[] = [];
      const stop = gateway.onCall((call) => {
        if (call.dave) held.push(call.dave.holdWelcome());
      });
      const hold = {
        release: () => {
          holds.delete(hold);
          stop();
          for (const each of held.splice(0)) each.release();
        },
      };
      holds.add(hold);
      return hold;
    },
    wrongEpochProposal: (userId) => {
      for (const call of callsWith(userId)) call.dave?.sendWrongEpochProposal(userId);
    },
    dropDiscovery: (count) => media.dropDiscovery(count),
    impair: (impairment) => network.impair(impairment),
    paddingBurst: (speakerId, count) => {
      for (const call of callsWith(speakerId)) {
        const speaker = call.session(speakerId);
        if (speaker) call.sendPadding(speaker, count);
      }
    },
    withholdSpeakers: () => {
      gateway.tellsSpeakers = false;
    },
    holdSeats: () => {
      gateway.holdsSeats = true;
    },
    offerModes: (modes) => {
      gateway.offeredModes = [...modes];
    },
    clear: () => {
      for (const hold of [...holds]) hold.release();
      gateway.refuseNext(0, 0);
      media.dropDiscovery(0);
      network.clear();
      gateway.offeredModes = transportModes;
      gateway.tellsSpeakers = true;
      gateway.holdsSeats = false;
    },
  };
}
