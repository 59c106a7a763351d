import { forNames, moderators, type Row } from '../../support/authority-facts.ts';
import { names } from '../../support/authority-stage.ts';

export const doctorRows: Readonly<Record<string, Row>> = {
  'command doctor': async (stage) => {
    const wrong = await forNames(
      (who) => moderators.includes(who),
      '管理消息',
      (_, who) => stage.command(who, 'open', 'doctor'),
    )(stage);
    // How full the disk is is nobody's business but the owner's.
    for (const who of names) {
      const { text } = await stage.command(who, 'open', 'doctor');
      if (text.includes('7 MB') !== (who === 'owner')) wrong.push(`${who}: ${text}`);
    }
    return wrong;
  },
};
