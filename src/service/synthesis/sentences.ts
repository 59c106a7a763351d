/** Ends with a full stop that does not end the sentence, in languages that the service speaks. */
const abbreviation =
  /(?:^|[\s("'“‘(])(?:[A-Za-zÀ-ž]|Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Mt|vs|etc|approx|dept|est|fig|gen|gov|hon|inc|ltd|no|nos|op|pp|rep|rev|sgt|vol|e\.g|i\.e|cf|al|a\.m|p\.m|Abb|bzw|ca|d\.h|evtl|ggf|inkl|max|min|Nr|usw|u\.a|vgl|z\.B|MM|Mme|Mlle|av|env|p\.ex|Sra|Srta|Exmo|им|г|ул|т\.е|т\.д|т\.п|TP|ThS|TS|dll|dsb|yg)\.\s*$/iu;
/** `1.` at the beginning of a line numbers it. */
const listNumber = /(?:^|\n)\s*\d{1,3}[.)]\s*$/u;
/** A sentence that is over even if nothing more is known: a terminator, closing marks, spaces. */
const terminated = /[.!?。！？｡．…‥؟।][\p{Pe}\p{Pf}"'”’」』）]*\s*$/u;
const endsInNumber = /\d[.,]\s*$/u;
const paragraphEnd = /[\n\r\u2028\u2029]\s*$/u;

/** Longer than an abbreviation or a number with the closing marks around it. */
const longestEnd = 48;

const sentenceBreaks = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences, with the spaces after them; together they are the text. The last one may be unfinished. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let held = '';
  for (const { segment } of sentenceBreaks.segment(text)) {
    if (held && !goesOn(held, segment)) {
      sentences.push(held);
      held = '';
    }
    held += segment;
  }
  return held ? [...sentences, held] : sentences;
}

/** Does what looks like an end go on in what follows: `Dr. Ames`, `1. First`, `“Stop!” he said`? */
function goesOn(sentence: string, next: string): boolean {
  const end = endOf(sentence);
  if (paragraphEnd.test(end)) return false;
  return abbreviation.test(end) || listNumber.test(end) || /^\p{Ll}/u.test(next);
}

/** Is this surely a whole sentence, although nothing follows it yet? */
export function isWholeSentence(sentence: string): boolean {
  const end = endOf(sentence);
  if (paragraphEnd.test(end)) return true;
  return terminated.test(end) && !abbreviation.test(end) && !endsInNumber.test(end);
}

/** As much as tells how it ends: what goes on and on is looked at again with each piece that it grows by. */
function endOf(sentence: string): string {
  return sentence.slice(Math.max(0, sentence.trimEnd().length - longestEnd));
}
