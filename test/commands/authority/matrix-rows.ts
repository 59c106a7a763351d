import type { Row } from '../../support/authority-facts.ts';
import { conversationRows } from './conversation-rows.ts';
import { doctorRows } from './doctor-rows.ts';
import { interpreterRows } from './interpreter-rows.ts';
import { knowledgeRows } from './knowledge-rows.ts';
import { limitsRows } from './limits-rows.ts';
import { privacyRows } from './privacy-rows.ts';
import { recordingRows } from './recording-rows.ts';
import { reportRows } from './report-rows.ts';
import { reviewRows } from './review-rows.ts';
import { settingsRows } from './settings-rows.ts';
import { speechRows } from './speech-rows.ts';
import { videoRows } from './video-rows.ts';

/** Every way to ask something of the bot, and who may. */
export const matrixRows: Readonly<Record<string, Row>> = {
  ...videoRows,
  ...speechRows,
  ...knowledgeRows,
  ...conversationRows,
  ...interpreterRows,
  ...recordingRows,
  ...privacyRows,
  ...doctorRows,
  ...settingsRows,
  ...limitsRows,
  ...reportRows,
  ...reviewRows,
};
