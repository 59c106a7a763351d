import type { DoctorDesk } from '../../src/doctor/desk.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { doctorCommand } from './doctor.ts';

/** What moderators and the bot's owner can ask about its health. */
export function doctorSurface(desk: DoctorDesk): FeatureSurface {
  return { commands: [doctorCommand(desk)], buttons: [], modals: [] };
}
