/** The languages of the book, in the order of its columns. */
export const bookLanguages = ['en', 'zh', 'es', 'fr', 'de', 'ja'] as const;
export type BookLanguage = (typeof bookLanguages)[number];
type Entry = readonly [en: string, zh: string, es: string, fr: string, de: string, ja: string];

/** Whole sentences. */
export const sentences: readonly Entry[] = [
  [
    'Hello everyone.',
    '大家好。',
    'Hola a todos.',
    'Bonjour à tous.',
    'Hallo zusammen.',
    '皆さん、こんにちは。',
  ],
  ['Good morning.', '早上好。', 'Buenos días.', 'Bonjour.', 'Guten Morgen.', 'おはようございます。'],
  ['Good evening.', '晚上好。', 'Buenas noches.', 'Bonsoir.', 'Guten Abend.', 'こんばんは。'],
  [
    'Thank you very much.',
    '非常感谢。',
    'Muchas gracias.',
    'Merci beaucoup.',
    'Vielen Dank.',
    'どうもありがとうございます。',
  ],
  ['How are you?', '你好吗？', '¿Cómo estás?', 'Comment vas-tu ?', 'Wie geht es dir?', 'お元気ですか？'],
  [
    'Where is the library?',
    '图书馆在哪里？',
    '¿Dónde está la biblioteca?',
    'Où est la bibliothèque ?',
    'Wo ist die Bibliothek?',
    '図書館はどこですか？',
  ],
  [
    'The meeting starts at nine.',
    '会议九点开始。',
    'La reunión empieza a las nueve.',
    'La réunion commence à neuf heures.',
    'Die Besprechung beginnt um neun.',
    '会議は九時に始まります。',
  ],
  [
    'What time is it?',
    '现在几点？',
    '¿Qué hora es?',
    'Quelle heure est-il ?',
    'Wie spät ist es?',
    '今何時ですか？',
  ],
  [
    'I agree with you.',
    '我同意你的看法。',
    'Estoy de acuerdo contigo.',
    "Je suis d'accord avec toi.",
    'Ich stimme dir zu.',
    'あなたに賛成です。',
  ],
  [
    'I have a question.',
    '我有一个问题。',
    'Tengo una pregunta.',
    "J'ai une question.",
    'Ich habe eine Frage.',
    '質問があります。',
  ],
  [
    'Please speak slowly.',
    '请说慢一点。',
    'Por favor, habla despacio.',
    "Parle lentement, s'il te plaît.",
    'Bitte sprich langsam.',
    'ゆっくり話してください。',
  ],
  ['See you tomorrow.', '明天见。', 'Hasta mañana.', 'À demain.', 'Bis morgen.', 'また明日。'],
];

/** Words and short expressions, foreverything else. */
export const words: readonly Entry[] = [
  ['hello', '你好', 'hola', 'bonjour', 'hallo', 'こんにちは'],
  ['yes', '是', 'sí', 'oui', 'ja', 'はい'],
  ['no', '不', 'no', 'non', 'nein', 'いいえ'],
  ['please', '请', 'por favor', "s'il vous plaît", 'bitte', 'お願いします'],
  ['thanks', '谢谢', 'gracias', 'merci', 'danke', 'ありがとう'],
  ['good', '好', 'bueno', 'bon', 'gut', '良い'],
  ['friend', '朋友', 'amigo', 'ami', 'Freund', '友達'],
  ['today', '今天', 'hoy', "aujourd'hui", 'heute', '今日'],
  ['tomorrow', '明天', 'mañana', 'demain', 'morgen', '明日'],
  ['meeting', '会议', 'reunión', 'réunion', 'Besprechung', '会議'],
  ['question', '问题', 'pregunta', 'question', 'Frage', '質問'],
  ['water', '水', 'agua', 'eau', 'Wasser', '水'],
  ['house', '房子', 'casa', 'maison', 'Haus', '家'],
  ['library', '图书馆', 'biblioteca', 'bibliothèque', 'Bibliothek', '図書館'],
  ['is', '是', 'es', 'est', 'ist', 'です'],
  ['and', '和', 'y', 'et', 'und', 'と'],
  ['the', '', 'el', 'le', 'das', ''],
  ['we', '我们', 'nosotros', 'nous', 'wir', '私たち'],
  ['you', '你', 'tú', 'tu', 'du', 'あなた'],
  ['I', '我', 'yo', 'je', 'ich', '私'],
  ['here', '这里', 'aquí', 'ici', 'hier', 'ここ'],
];
