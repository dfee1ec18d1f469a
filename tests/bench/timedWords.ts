/**
 * Ordinary words that tell when they were said, by this machine's clock: the first five when their text began, each other
 * one how far the clock's hand was at it. Words that nobody uses would be read, indexed and judged as what they are: as
 * names and codes, each of them new.
 */
const words = (
  "the a of and in to for with on is it you we your our from by at as or that this are be can will have has not if when " +
  "all more no one two three " +
  "account address advice agreement amount answer appointment arrival article balance bank basket battery bill body book " +
  "booking bottle box brand bread bridge button cable calendar call camera card care carrier carton case cash catalogue " +
  "chain chair change charge charger checkout choice city class clean clock cloth code coffee collection colour company " +
  "complaint condition contact contract copy corner cost country coupon cover credit customer damage date day deadline " +
  "delivery department deposit design desk detail device discount display distance document door download drawer driver " +
  "duty edition email engine error evening example exchange express fabric factory fault fee field file film filter " +
  "finish fit floor form frame freight fridge garden gift glass goods group guarantee guide handle hardware head heat " +
  "height help holiday home hour house image import insurance invoice item journey kitchen label lamp language lead " +
  "leather letter level licence light limit line link list load loan location lock machine mail manual market material " +
  "measure member message metal method minute model money month morning mouse name network night note notice number " +
  "offer office opening option order outlet owner pack page paper parcel part partner party password payment pen period " +
  "person phone picture piece place plan plant plate plug point policy post power price print problem product profile " +
  "project proof purchase quality quantity question rate reader reason receipt record refund region rental"
).split(" ");

const base = 256;
/** The precision of what a word tells. */
const stepMs = 8;
/** The hand comes round in two seconds; no two words of a text lie so far apart. */
const roundMs = base * stepMs;
const opening = 5;
const wordsASentence = 14;

if (new Set(words).size !== words.length || words.length < base)
  throw new Error(`${base} different words are wanted, and there are ${new Set(words).size}.`);

/** Begins a text whose words tell their time; says one word at a time. */
export function createTimeSpeaker(): (ms: number) => string {
  let beganAt: number | undefined;
  let said = 0;
  return (ms) => {
    beganAt ??= Math.floor(ms / stepMs);
    const told = said < opening ? Math.floor(beganAt / base ** said) : Math.floor(ms / stepMs);
    const word = words[told % base] ?? "";
    const place = said % wordsASentence;
    said += 1;
    const begun = place === 0 ? word.slice(0, 1).toUpperCase() + word.slice(1) : word;
    return `${begun}${place === wordsASentence - 1 ? "." : ""} `;
  };
}

/** Reads when the words of a text were said that comes in pieces; a word is read once its end is there. */
export function createTimeReader(): (piece: string) => number[] {
  let rest = "";
  let count = 0;
  let lastAt = 0;
  return (piece) => {
    const said = (rest + piece).split(" ");
    rest = said.pop() ?? "";
    return said.flatMap((word) => {
      const told = (numbers.get(word.toLowerCase().replace(".", "")) ?? Number.NaN) * stepMs;
      const place = count;
      count += 1;
      lastAt += place < opening ? told * base ** place : (told - (lastAt % roundMs) + roundMs) % roundMs;
      return place < opening ? [] : [lastAt];
    });
  };
}

/** Gives how many words a text has, all of them such as are said here. */
export function countWords(text: string): number {
  return text.split(/[ .]+/).filter((word) => numbers.has(word.toLowerCase())).length;
}

const numbers = new Map(words.slice(0, base).map((word, number) => [word, number]));
