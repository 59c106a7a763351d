import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import { entryOf, type Offer } from '../composer/offer.ts';
import { isVoice } from '../store/channel-sections.ts';
import type { Channel } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';

const talk: Offer = { path: ['converse', 'start'], options: {} };

/** Commands to try, filled in with something that leads to an answer. */
function samples() {
  const { prompt, text, question, languages } = pageWords().welcome.samples;
  return {
    video: { path: ['video', 'text'], options: { prompt } },
    speech: { path: ['speak', 'say'], options: { text, captions: true } },
    ask: { path: ['knowledge', 'ask'], options: { question } },
    interpret: { path: ['interpret', 'start'], options: { languages } },
  } satisfies Record<string, Offer>;
}

/** Above the first message of a channel: where you are, and what you can try. */
export function renderWelcome(app: ChatApp, channel: Channel, isEmpty: boolean): TemplateResult {
  const name = app.session.directory.channelName(channel);
  const direct = channel.guild_id === undefined;
  const { welcome } = pageWords();
  return html`<header class="welcome">
    <div class="welcome-mark">${direct ? '@' : '#'}</div>
    <h2>${direct ? name : welcome.to(name)}</h2>
    <p>${direct ? welcome.direct(name) : welcome.start(name)}${channel.topic ? html` ${channel.topic}` : nothing}</p>
    ${channel.id === app.homeId ? greeting(app) : isEmpty ? hint(app, channel) : nothing}
  </header>`;
}

/** In place of a blank page. */
export function renderNoDirectMessages(app: ChatApp): TemplateResult {
  const { title, how } = pageWords().noDirectMessages;
  return html`<header class="welcome">
    <div class="welcome-mark">@</div>
    <h2>${title}</h2>
    <p>${how(app.botName ?? pageWords().voice.bot)}</p>
  </header>`;
}

/** The first thing that a newcomer reads. */
function greeting(app: ChatApp): TemplateResult {
  const lounge = app.voiceChannel;
  const { welcome } = pageWords();
  const { video, speech, ask, interpret } = samples();
  return html`<section class="greeting" aria-label=${welcome.whatToTry}>
    <h3>${welcome.tryTheBot}</h3>
    <p>${welcome.pick()}</p>
    <ul role="list">
      ${trial(app, video, html`${welcome.video}`)}
      ${trial(app, ask, html`${welcome.ask}`)}
      ${mention(app)}
      ${
        lounge
          ? html`<li><button type="button" class="offer" @click=${() => app.openChannel(lounge.id)}>${welcome.open(lounge.name ?? '')}</button><span>${welcome.thenJoin}</span></li>`
          : nothing
      }
      ${trial(app, speech, html`${welcome.speech}`)}
      ${trial(app, talk, welcome.talk())}
      ${trial(app, interpret, html`${welcome.interpret}`)}
    </ul>
    <p>${welcome.orType()}</p>
  </section>`;
}

function trial(app: ChatApp, offer: Offer, what: TemplateResult): TemplateResult | typeof nothing {
  return isThere(app, offer) ? html`<li>${chip(app, offer)}<span>${what}</span></li>` : nothing;
}

/** Where the bot can be asked by mentioning it: the text stands in the composer, to be sent or changed. */
function mention(app: ChatApp): TemplateResult | typeof nothing {
  const { botName } = app;
  if (botName === undefined || !isThere(app, samples().ask)) return nothing;
  const { welcome } = pageWords();
  const { asked } = welcome.samples;
  const text = `@${botName} ${asked}`;
  return html`<li>
    <button type="button" class="offer" @click=${() => app.draftListener?.(text)}><b>@${botName}</b> ${asked}</button>
    <span>${welcome.mention}</span>
  </li>`;
}

/** Before the commands are known, all are offered. */
function isThere({ catalog }: ChatApp, offer: Offer): boolean {
  return catalog.length === 0 || entryOf(offer, catalog) !== undefined;
}

function hint(app: ChatApp, channel: Channel): TemplateResult {
  const { welcome } = pageWords();
  const { video, speech, interpret } = samples();
  const offers = (isVoice(channel) ? [speech, talk, interpret] : [video]).filter((offer) =>
    isThere(app, offer),
  );
  const chips = offers.map((offer) => html`${chip(app, offer)} `);
  return html`<p class="empty-hint">${isVoice(channel) ? welcome.joinAbove : welcome.nothingYet}${chips}${offers.length > 0 ? welcome.orTypeSlash() : welcome.typingSlash()}</p>`;
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
