import { writeFile } from 'node:fs/promises';
import { conversationSurface } from '../../commands/converse/index.ts';
import { doctorSurface } from '../../commands/doctor/index.ts';
import { helpSurface } from '../../commands/help/index.ts';
import { interpreterSurface } from '../../commands/interpret/index.ts';
import { gateOf } from '../../commands/kit/gated-routes.ts';
import { knowledgeSurface } from '../../commands/knowledge/index.ts';
import { limitsSurface } from '../../commands/limits/index.ts';
import { privacySurface } from '../../commands/privacy/index.ts';
import { recordingsSurface } from '../../commands/recordings/index.ts';
import { reportSurface } from '../../commands/report/index.ts';
import { settingsSurface } from '../../commands/settings/index.ts';
import { speechSurface } from '../../commands/speak/index.ts';
import { videoSurface } from '../../commands/video/index.ts';
import type { DiscordSandbox } from '../../sandbox/discord/server.ts';
import { tinyVideo } from '../../sandbox/test/support/tiny-video.ts';
import { CallLocks } from '../../src/call/call-locks.ts';
import { FeatureGate } from '../../src/community/feature-access.ts';
import { OwnerPause } from '../../src/community/owner-pause.ts';
import { SwitchedTools } from '../../src/community/switched-tools.ts';
import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { Questions } from '../../src/conversation/tools/questions.ts';
import { ChannelPace } from '../../src/discord/channel-pace.ts';
import { createClient } from '../../src/discord/client.ts';
import { MessageError } from '../../src/discord/messenger.ts';
import { RestMessenger } from '../../src/discord/rest-messenger.ts';
import { DoctorDesk } from '../../src/doctor/desk.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { Glossary } from '../../src/interpreter/glossary.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { LimitsDesk } from '../../src/limits/desk.ts';
import { contradictionLines } from '../../src/limits/panel-page.ts';
import { Reports } from '../../src/moderation/reports.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { RepeatedWrites } from '../../src/operations/repeated-writes.ts';
import type { PrivacyDesk } from '../../src/privacy/desk.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { openStore, type Store } from '../../src/storage/store.ts';
import { jobIndex, type VideoJob } from '../../src/video/job.ts';
import { VideoStudio } from '../../src/video/studio.ts';
import { conversationDesk, interpreterDesk, knowledgeDesk, speechDesk } from './desks.ts';
import { FakeCalls } from './fake-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeInterpretations } from './fake-interpretations.ts';
import { silentLog } from './fake-log.ts';
import { FakeMoney } from './fake-money.ts';
import { memorySettings } from './fake-settings.ts';
import { FakeSynthesis } from './fake-synthesis.ts';
import { FakeVideoService } from './fake-video-service.ts';
import { FakeVoiceRooms } from './fake-voice.ts';
import { FakeVoicePeople } from './fake-voice-people.ts';
import { FakeLibrary, handbook } from './knowledge-world.ts';
import { Lifeline } from './lifeline.ts';
import { noOwnersLimits, nothingGoesOn } from './limits-world.ts';
import { MemoryShelf } from './memory-shelf.ts';
import { privacyOn } from './privacy-world.ts';
import { settingsDeskOf } from './settings-desk.ts';
import { stagedRecordings } from './staged-recordings.ts';
import { StagedVoiceReplies } from './staged-voice-replies.ts';
import { standardSettings } from './studio-settings.ts';

/** A hundred rooms in a row would fill their channel with panels, and other rows would wait for its limit. */
class WithoutPanels extends RestMessenger {
  override async post(): Promise<never> {
    throw new MessageError('closed', undefined);
  }
}

/** The desks of all features and what people see of them, on a Discord; services, voice and records are faked. */
export class StagedFeatures {
  readonly surfaces;
  readonly service;
  readonly rooms = new FakeVoiceRooms();
  readonly library: FakeLibrary;
  readonly jobs: MemoryShelf<VideoJob>;
  readonly studio: VideoStudio;
  readonly speech: SpeechDesk;
  readonly knowledge: KnowledgeDesk;
  readonly settings = memorySettings();
  readonly limits: LimitsDesk;
  readonly calls = new FakeCalls();
  readonly locks = new CallLocks();
  readonly interpretations = new FakeInterpretations();
  readonly interpreter: InterpreterDesk;
  readonly recordings: ReturnType<typeof stagedRecordings>;
  readonly voiceReplies: StagedVoiceReplies;
  readonly questions: Questions;
  readonly conversations: ConversationDesk;
  readonly messenger: RestMessenger;
  readonly privacy: PrivacyDesk;
  /** What moderators of the server let people use. */
  readonly gate;
  protected readonly client;
  readonly #store: Store;

  protected constructor({ apiUrl, guildId, people }: DiscordSandbox, dataDir: string) {
    const log = silentLog;
    const line = () => new Lifeline();
    const shelf = <Value>() => new MemoryShelf<Value>(line);
    const clock = systemClock;
    this.client = createClient({ apiUrl, log });
    // Thousands of questions in a row: whether the limit is kept is not what is asked here.
    this.client.rest.options.globalRequestsPerSecond = 10_000;
    const messenger = new RestMessenger(this.client, Date.now);
    this.messenger = messenger;
    this.service = new FakeVideoService(new FakeClock(Date.now()), line);
    const money = new FakeMoney();
    this.jobs = new MemoryShelf<VideoJob>(line, undefined, jobIndex, money);
    this.studio = new VideoStudio({
      settings: { ...standardSettings, secondsPerPersonPerDay: 0, secondsPerGuildPerDay: 0, dataDir },
      jobs: this.jobs,
      spent: money.held(),
      drafts: shelf(),
      presets: shelf(),
      client: this.service,
      messenger,
      pace: new ChannelPace(clock),
      clock,
      log,
      mayFollow: () => true,
      download: async (_url, path) => {
        await writeFile(path, tinyVideo());
        return { bytes: tinyVideo().byteLength };
      },
      inspect: async () => ({ seconds: 2, width: 160, height: 96 }),
      shrink: undefined,
      inspectors: { audio: async () => 5, reference: async () => ({ kind: 'image' }) },
    });
    this.speech = speechDesk({
      rooms: this.rooms,
      synthesis: new FakeSynthesis(),
      guilds: this.settings.page('speech'),
      messenger: new WithoutPanels(this.client, Date.now),
      clock,
      log,
    });
    this.library = new FakeLibrary(new FakeClock(Date.now()));
    this.knowledge = knowledgeDesk({
      catalog: {
        client: this.library,
        bases: [
          { ...handbook, guilds: [guildId] },
          { ...handbook, id: 'inner', name: 'Inner matters', guilds: [guildId], open: 'moderators' },
        ],
      },
      page: this.settings.page('knowledge'),
      messenger,
      clock,
      log,
    });
    this.questions = new Questions(messenger, undefined, clock, log);
    const { rooms, locks, settings } = this;
    const call = { rooms, locks, people: new FakeVoicePeople(rooms), messenger, clock, log };
    this.conversations = conversationDesk({
      ...call,
      calls: this.calls,
      questions: this.questions,
      guilds: new SwitchedTools(settings.page('conversation')),
    });
    this.interpreter = interpreterDesk({
      ...call,
      people: new FakeVoicePeople(rooms),
      calls: this.interpretations,
      glossary: new Glossary(settings.page('interpreter'), async () => []),
      detectsLanguage: true,
    });
    this.recordings = stagedRecordings(messenger, log);
    this.voiceReplies = new StagedVoiceReplies(messenger, log);
    this.#store = openStore({ dataDir, log });
    this.privacy = privacyOn(this.#store, clock, {
      isOwner: async (userId) => userId === people.owner.id,
    }).desk;
    const doctor = new DoctorDesk(
      () => ({ disk: () => ['disk-low', '7 MB'] }),
      async (userId) => userId === people.owner.id,
      clock,
    );
    const pause = new OwnerPause({ shelf: shelf(), now: Date.now });
    this.limits = new LimitsDesk({
      goingOnIn: () => nothingGoesOn,
      page: memorySettings().page('limits'),
      owners: noOwnersLimits,
      isOwner: async (userId) => userId === people.owner.id,
      money: new FakeMoney().held().money,
      giveBacks: shelf(),
      writes: new RepeatedWrites({ clock, log }),
      pause,
      spenderOf: async (_, userId) => ({ userId, roleIds: [], joinedAt: 0, moderates: false }),
      leftFor: async () => [],
      news: { tellNews: () => undefined, countRefusal: () => undefined },
      clock,
      log,
    });
    this.gate = gateOf(new FeatureGate(this.settings.page('access')));
    const used = [
      videoSurface(this.studio),
      speechSurface(this.speech),
      knowledgeSurface(this.knowledge),
      conversationSurface(this.conversations, this.voiceReplies),
      interpreterSurface(
        this.interpreter,
        { guilds: this.settings.page('interpreter'), seesMessages: true, messenger },
        this.recordings.desk,
      ),
      recordingsSurface(this.recordings.desk, this.speech),
      privacySurface(this.privacy),
      doctorSurface(doctor),
      settingsSurface(
        settingsDeskOf(this.settings, messenger, {
          contradictionsIn: (page, words) => contradictionLines(page, noOwnersLimits, words),
        }),
      ),
      reportSurface(
        new Reports({
          messenger,
          channelOf: async (id) => (await this.settings.page('news').of(id)).channelId,
        }),
      ),
      limitsSurface(this.limits),
    ] as const;
    this.surfaces = [...used, helpSurface(used, this.gate)] as const;
  }

  protected async openFeatures(): Promise<void> {
    await this.studio.open();
    this.speech.open();
    await this.knowledge.open();
  }

  protected async closeFeatures(): Promise<void> {
    await this.conversations.close();
    await this.interpreter.close();
    await this.speech.close();
    await this.knowledge.close();
    await this.studio.close();
    await this.#store.close();
    await this.client.destroy();
  }
}
