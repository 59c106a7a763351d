import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import { entryOf, type Offer } from '../composer/offer.ts';
import { isVoice } from '../store/channel-sections.ts';
import type { Channel } from '../wire/places.ts';

const video: Offer = {
  path: ['video', 'text'],
  options: { prompt: 'a paper kite over the dunes at sunrise' },
};
const speech: Offer = {
  path: ['speak', 'say'],
  options: { text: 'Good evening, everybody!', captions: true },
};
const talk: Offer = { path: ['converse', 'start'], options: {} };
const ask: Offer = {
  path: ['knowledge', 'ask'],
  options: { question: 'What do moderators do during a raid?' },
};

const interpret: Offer = { path: ['interpret', 'start'], options: { languages: 'English, Spanish' } };
const asked = 'Can a ban be appealed?';

/** Above the first message of a channel: where you are, and what you can try. */
export function renderWelcome(app: ChatApp, channel: Channel, isEmpty: boolean): TemplateResult {
  const name = app.session.directory.channelName(channel);
  const direct = channel.guild_id === undefined;
  return html`<header class="welcome">
    <div class="welcome-mark">${direct ? '@' : '#'}</div>
    <h2>${direct ? name : `Welcome to #${name}!`}</h2>
    <p>${direct ? `This is the beginning of your direct messages with ${name}.` : `This is the start of the #${name} channel.`}${channel.topic ? html` ${channel.topic}` : nothing}</p>
    ${channel.id === app.homeId ? greeting(app) : isEmpty ? hint(app, channel) : nothing}
  </header>`;
}

/** The first thing that a newcomer reads. */
function greeting(app: ChatApp): TemplateResult {
  const lounge = app.voiceChannel;
  return html`<section class="greeting" aria-label="What you can try">
    <h3>Try the bot</h3>
    <p>Pick one, check it below, and press <kbd>Enter</kbd>. Everything runs on this machine.</p>
    <ul role="list">
      ${trial(app, video, html`makes a video and posts it here`)}
      ${trial(app, ask, html`looks it up in the documents`)}
      ${mention(app)}
      ${
        lounge
          ? html`<li><button type="button" class="offer" @click=${() => app.openChannel(lounge.id)}>Open ${lounge.name}</button><span>and join it. No microphone needed. Then:</span></li>`
          : nothing
      }
      ${trial(app, speech, html`reads a text aloud`)}
      ${trial(app, talk, html`starts a conversation. Press <b>Join</b>, then talk, or type into <b>Say it for me</b>`)}
      ${trial(app, interpret, html`interprets the call, out loud and with captions`)}
    </ul>
    <p>Or type <kbd>/</kbd> to see every command. To switch to another person, click your name at the lower left.</p>
  </section>`;
}

function trial(app: ChatApp, offer: Offer, what: TemplateResult): TemplateResult | typeof nothing {
  return isThere(app, offer) ? html`<li>${chip(app, offer)}<span>${what}</span></li>` : nothing;
}

/** Where the bot can be asked by mentioning it: the text stands in the composer, to be sent or changed. */
function mention(app: ChatApp): TemplateResult | typeof nothing {
  const { botName } = app;
  if (botName === undefined || !isThere(app, ask)) return nothing;
  const text = `@${botName} ${asked}`;
  return html`<li>
    <button type="button" class="offer" @click=${() => app.draftListener?.(text)}><b>@${botName}</b> ${asked}</button>
    <span>asks in the chat, where everyone sees the answer. Reply to it to ask more</span>
  </li>`;
}

/** Before the commands are known, all are offered. */
function isThere({ catalog }: ChatApp, offer: Offer): boolean {
  return catalog.length === 0 || entryOf(offer, catalog) !== undefined;
}

function hint(app: ChatApp, channel: Channel): TemplateResult {
  const offers = (isVoice(channel) ? [speech, talk, interpret] : [video]).filter((offer) =>
    isThere(app, offer),
  );
  const chips = offers.map((offer) => html`${chip(app, offer)} `);
  return html`<p class="empty-hint">${isVoice(channel) ? 'Join above, then try ' : 'Nothing here yet. Try '}${chips}${offers.length > 0 ? 'or type' : 'typing'} <kbd>/</kbd> to see every command.</p>`;
}

/** A command to try: its name, and what goes into its options. Pressing it puts it into the composer. */
function chip(app: ChatApp, offer: Offer): TemplateResult {
  return html`<button type="button" class="offer" @click=${() => void app.offer(offer)}>
    <b>/${offer.path.join(' ')}</b>${Object.entries(offer.options).map(
      ([name, value]) =>
        html` <span class="command-option">${name}</span>${value === true ? nothing : html` ${value}`}`,
    )}
  </button>`;
}
