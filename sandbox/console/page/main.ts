import '@skyra/discord-components-core';
import './styles/tokens.css';
import './styles/layout.css';
import './styles/lists.css';
import './styles/stream.css';
import './styles/components.css';
import './styles/composer.css';
import './styles/menu.css';
import './styles/modal.css';
import './styles/popup.css';
import './styles/voice.css';
import './styles/say-it.css';
import './styles/voice-message.css';
import { html, render } from 'lit';
import { ChatApp } from './app/chat-app.ts';
import { readHash } from './app/location-hash.ts';
import { PageHistory } from './app/page-history.ts';
import { Preferences } from './app/preferences.ts';
import { loadConfig } from './client/config.ts';
import './elements/chat-page.ts';
import { BrowserRecorder } from './sound/browser-recorder.ts';
import { BrowserSound } from './sound/browser-sound.ts';
import { dressLibrary } from './styles/library-dress.ts';
import { pageWords, speakLanguage } from './words/current.ts';

dressLibrary();

const dark = matchMedia('(prefers-color-scheme: dark)');
const preferences = new Preferences(
  localStorage,
  () => (dark.matches ? 'dark' : 'light'),
  navigator.language,
);
dark.addEventListener('change', () => preferences.refresh());
preferences.subscribe(applyPreferences);
applyPreferences();
const opening = document.getElementById('opening');
if (opening) opening.textContent = pageWords().page.opening;
void start();

async function start(): Promise<void> {
  try {
    const config = await loadConfig();
    const { person, channelId } = readHash(location.hash);
    const app = new ChatApp(
      {
        config,
        preferences,
        reload: loadConfig,
        schedule: later,
        record: (onLost) => BrowserRecorder.open(preferences.echoCancellation, onLost),
        sound: new BrowserSound(
          () => preferences.echoCancellation,
          () => preferences.recognition,
          () => preferences.refresh(),
        ),
      },
      person,
      channelId,
    );
    const history = new PageHistory(app, window);
    app.subscribe(() => {
      history.follow();
      name(app);
    });
    opening?.remove();
    render(html`<chat-page .app=${app}></chat-page>`, document.body);
    app.start();
  } catch {
    opening?.remove();
    render(
      html`<p class="cannot-start" role="alert">${pageWords().page.cannotStart} <button type="button" class="button primary" @click=${start}>${pageWords().page.tryAgain}</button></p>`,
      document.body,
    );
  }
}

function name(app: ChatApp): void {
  const { channel } = app;
  document.title = channel
    ? `${app.session.directory.channelName(channel)} – ${pageWords().page.title}`
    : pageWords().page.title;
}

function applyPreferences(): void {
  document.documentElement.dataset.theme = preferences.theme;
  document.documentElement.lang = preferences.locale;
  speakLanguage(preferences.locale);
}

function later(delayMs: number, action: () => void): () => void {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
}
