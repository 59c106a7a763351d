/** Ends with a full stop that does not end the sentence, in languages that the service speaks. */
const abbreviation =
  /(?:^|[\s("'“‘(])(?:[A-Za-zÀ-ž]|Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Mt|vs|etc|approx|dept|est|fig|gen|gov|hon|inc|ltd|no|nos|op|pp|rep|rev|sgt|vol|e\.g|i\.e|cf|al|a\.m|p\.m|Abb|bzw|ca|d\.h|evtl|ggf|inkl|max|min|Nr|usw|u\.a|vgl|z\.B|MM|Mme|Mlle|av|env|p\.ex|Sra|Srta|Exmo|им|г|ул|т\.е|т\.д|т\.п|TP|ThS|TS|dll|dsb|yg)\.\s*$/iu;
/** `1.` at the beginning of a line numbers it. */
const listNumber = /(?:^|\n)\s*\d{1,3}[.)]\s*$/u;
/** A sentence that is over even if nothing more is known: a terminator, closing marks, spaces. */
const terminated = /[.!?。！？｡．…‥؟।][\p{Pe}\p{Pf}"'”’」』）]*\s*$/u;
const endsInNumber = /\d[.,]\s*$/u;
const paragraphEnd = /\n$/u;
const newLine = /[\n\r\u2028\u2029]/u;
const space = /\s/u;

/** Longer than an abbreviation or a number with the closing marks around it. */
const longestEnd = 48;

const sentenceBreaks = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences, with the spaces after them; together they are the text. The last one may be unfinished. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let begin = 0;
  for (const { segment, index } of sentenceBreaks.segment(text)) {
    if (index === begin || goesOn(endOf(text, begin, index), segment)) continue;
    sentences.push(text.slice(begin, index));
    begin = index;
  }
  if (begin < text.length) sentences.push(text.slice(begin));
  return sentences;
}

/** Does what looks like an end go on in what follows: `Dr. Ames`, `1. First`, `“Stop!” he said`? */
function goesOn(end: string, next: string): boolean {
  if (paragraphEnd.test(end)) return false;
  return abbreviation.test(end) || listNumber.test(end) || /^\p{Ll}/u.test(next);
}

/** Is this surely a whole sentence, although nothing follows it yet? */
export function isWholeSentence(sentence: string): boolean {
  const end = endOf(sentence, 0, sentence.length);
  if (paragraphEnd.test(end)) return true;
  return terminated.test(end) && !abbreviation.test(end) && !endsInNumber.test(end);
}

/**
 * As much of it as tells how it ends, the spaces behind it as one: what goes on and on is looked at again with each piece
 * that it grows by.
 */
function endOf(text: string, begin: number, end: number): string {
  let last = end;
  let isParagraph = false;
  for (; last > begin && space.test(text.charAt(last - 1)); last -= 1)
    isParagraph ||= newLine.test(text.charAt(last - 1));
  const words = text.slice(Math.max(begin, last - longestEnd), last);
  return last === end ? words : `${words}${isParagraph ? '\n' : ' '}`;
}
