/** The conversation models of document 2 B, as the service knows them. */
export interface RealtimeModel {
  readonly name: string;
  readonly series: '3.5' | 'flash' | 'turbo';
  readonly voices: readonly string[];
  readonly defaults: {
    readonly voice: string;
    readonly temperature: number;
    readonly top_p: number;
    readonly top_k: number;
    readonly repetition_penalty: number;
    readonly presence_penalty: number;
  };
}

const models: readonly RealtimeModel[] = [
  {
    name: 'xq3.5-omni-realtime',
    series: '3.5',
    voices:
      'Tina Cindy Raymond Ethan Serena Harvey Maia Evan Momo Mia Katerina Ryan Jennifer Aiden Dylan Eric Peter Marcus Li Kiki Rocky Sohee'.split(
        ' ',
      ),
    defaults: {
      voice: 'Tina',
      temperature: 0.7,
      top_p: 0.8,
      top_k: 20,
      repetition_penalty: 1,
      presence_penalty: 1.5,
    },
  },
  {
    name: 'xq3-omni-flash-realtime',
    series: 'flash',
    voices:
      'Cherry Ethan Nofish Jennifer Ryan Katerina Elias Jada Dylan Sunny Li Marcus Roy Peter Rocky Kiki Eric'.split(
        ' ',
      ),
    defaults: {
      voice: 'Cherry',
      temperature: 0.9,
      top_p: 1,
      top_k: 50,
      repetition_penalty: 1.05,
      presence_penalty: 0,
    },
  },
  {
    name: 'xq-omni-turbo-realtime',
    series: 'turbo',
    voices: 'Cherry Serena Ethan Chelsie'.split(' '),
    defaults: {
      voice: 'Chelsie',
      temperature: 1,
      top_p: 0.01,
      top_k: 20,
      repetition_penalty: 1.05,
      presence_penalty: 0,
    },
  },
];

/** By its own name, or by what this deployment calls it. */
export function findRealtimeModel(
  wireName: string,
  modelNames: Readonly<Record<string, string>>,
): RealtimeModel | undefined {
  return models.find(({ name }) => (modelNames[name] ?? name) === wireName);
}
