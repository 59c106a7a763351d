import type { ChatApp } from '../app/chat-app.ts';
import { pageWords } from '../words/current.ts';
import type { MenuAction } from './menu.ts';
import { targetPayload } from './menu-commands.ts';

/** Carries out what was chosen in a context menu. */
export async function runAction(app: ChatApp, action: MenuAction): Promise<void> {
  const { session } = app;
  switch (action.kind) {
    case 'reply':
      app.reply(action.message);
      break;
    case 'delete':
      await session.deleteMessage(action.message);
      break;
    case 'dismiss':
      session.dismiss(action.message);
      break;
    case 'copy':
      await copy(app, action.text, action.what);
      break;
    case 'command': {
      const { command, label } = action.command;
      const payload = targetPayload(action.command, action.target);
      if (app.place)
        session.runCommand(app.place, command.application_id, payload, { label, target: action.target });
      break;
    }
    case 'voice':
      await session.changeVoice(action.guildId, action.change);
      break;
    case 'write-to': {
      const channelId = await session.openDirect(action.user.id);
      if (channelId) app.openChannel(channelId);
      break;
    }
  }
}

async function copy(app: ChatApp, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    app.say(pageWords().page.copied(what));
  } catch {
    app.say(pageWords().page.cannotCopy);
  }
}
