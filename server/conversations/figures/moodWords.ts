/** The languages in which it is told how a message sounds. */
export const moodLanguages = ["en", "de", "fr", "es", "it"] as const;
export type MoodLanguage = (typeof moodLanguages)[number];

/** Words are written as `foldMood` writes them: small, without accents. */
export interface MoodWords {
  /** Courtesy: friendly, unless something bad is said beside it. */
  thanks: ReadonlySet<string>;
  /** What is said of something; a question with it ("Is it good for wool?") says nothing. */
  good: ReadonlySet<string>;
  bad: ReadonlySet<string>;
  /** Bad, but a question with it ("Is this a scam?") says nothing. */
  doubted: ReadonlySet<string>;
  /** Turn the words behind them around. */
  negations: ReadonlySet<string>;
  /** Words of others' lists that mean something else in this language. */
  otherwise: ReadonlySet<string>;
}

const list = (text: string) => new Set(text.trim().split(/\s+/).filter(Boolean));

export const moodWords: Record<MoodLanguage, MoodWords> = {
  en: {
    thanks: list("thanks thank thx"),
    good: list(`
      good great nice perfect excellent awesome amazing wonderful fantastic brilliant helpful love happy satisfied
    `),
    bad: list(`
      terrible awful horrible useless worst annoying annoyed angry furious frustrated frustrating disappointed
      disappointing ridiculous unacceptable hate stupid nonsense unhappy dissatisfied unhelpful
    `),
    doubted: list("scam bad"),
    negations: list(`
      not no never cannot neither nor without hardly isnt arent wasnt werent dont doesnt didnt cant couldnt wont
      wouldnt
    `),
    otherwise: list("content gut mist prima mai nul pas arger sauer non"),
  },
  de: {
    thanks: list("danke dankeschon dank thanks thx merci"),
    good: list(`
      gut super prima perfekt wunderbar ausgezeichnet fantastisch toll hilfreich freundlich zufrieden genial begeistert
    `),
    bad: list(`
      schrecklich furchtbar nutzlos argerlich wutend frustriert frustrierend enttauscht enttauschend enttauschung
      lacherlich unverschamt frechheit unsinn unzufrieden inakzeptabel unmoglich
    `),
    doubted: list("schlecht arger sauer mist katastrophe abzocke"),
    negations: list("nicht nichts kein keine keinen keiner nie niemals ohne weder kaum"),
    otherwise: list("content mai nul pas non no"),
  },
  fr: {
    thanks: list("merci"),
    good: list(`
      parfait parfaite excellent excellente super genial geniale formidable bravo utile utiles content contente
      satisfait satisfaite ravi ravie
    `),
    bad: list(`
      affreux affreuse horrible terrible inutile inutiles enerve enervee enervant decu decue decevant decevante
      scandaleux inacceptable colere mecontent mecontente insatisfait insatisfaite
    `),
    doubted: list("nul nulle arnaque"),
    negations: list("pas jamais aucun aucune rien sans guere"),
    otherwise: list("gut mist prima mai no non"),
  },
  es: {
    thanks: list("gracias"),
    good: list(`
      perfecto perfecta estupendo estupenda excelente genial fantastico fantastica maravilloso maravillosa contento
      contenta encanta encantado encantada util satisfecho satisfecha super
    `),
    bad: list(`
      pesimo pesima horrible terrible inutil enfadado enfadada enojado enojada decepcionado decepcionada decepcionante
      inaceptable verguenza insatisfecho insatisfecha indignante
    `),
    doubted: list("malo mala estafa"),
    negations: list("no nunca jamas tampoco ni sin ningun ninguna nada"),
    otherwise: list("content gut mist prima mai"),
  },
  it: {
    thanks: list("grazie"),
    good: list(`
      perfetto perfetta ottimo ottima eccellente bravo bravi bravissimi fantastico fantastica contento contenta utile
      utili soddisfatto soddisfatta super gentilissimi
    `),
    bad: list(`
      pessimo pessima orribile terribile inutile inutili arrabbiato arrabbiata deluso delusa deludente inaccettabile
      vergogna vergognoso schifo insoddisfatto insoddisfatta scandaloso
    `),
    doubted: list("truffa"),
    negations: list("non mai niente nulla nessun nessuno nessuna senza ne"),
    otherwise: list("content gut mist prima nul no"),
  },
};

/** Say how much, and stand between "not" and what it turns around. */
export const degrees = list(`
  very really all that so too at quite particularly especially
  sehr wirklich ganz besonders gerade ausgesprochen
  tres vraiment du tout si
  muy realmente tan del todo
  molto proprio davvero affatto per
`);

/** Say in German how something is where nothing else is said; in other languages, and beside more, they may be anything. */
export const aloneGood = list("gut prima klasse spitze top");
export const aloneBad = list("mist");

export const goodSigns = list("👍 😊 😀 😃 😄 🙂 😍 🥰 🎉 🙏 ❤");
export const badSigns = list("👎 😠 😡 🤬 😞 😤 🙁 😢");

/** Tell together with others alone. */
export const partsOfPhrases = list("bueno buena bien bene buono");

/** What is no mood though its words are ones, and what is one as a whole; this is read as its sign is. */
export const phrases: [RegExp, string][] = [
  [/\b(?:no|nein|non)\b[\s,]*(?:thanks|thank you|thank u|thx|danke|merci|gracias|grazie)\b/g, ","],
  [/\b(?:thanks|thank you) for nothing\b|\b(?:danke|vielen dank) fur (?:gar )?nichts\b/g, "👎"],
  [/\bmerci pour rien\b|\bgracias por nada\b|\bgrazie (?:di|per) niente\b/g, "👎"],
  [/\bgood (?:morning|afternoon|evening|day|night|bye)\b/g, ","],
  [
    /\b(?:would|could|['’]d|might) (?:(?:also|really|be|have|been|so|very) )*(?:love|happy|nice|great|good|perfect|wonderful|helpful)\b/g,
    ",",
  ],
  [/\b(?:love|happy|hate|nice) to\b|\bhappy (?:new|birthday|holidays|easter|christmas|hour)\b/g, ","],
  [/\b(?:worst|best) case\b|\bstupid question\b|\bawful lot\b|\bgreat britain\b|\bnot only\b/g, ","],
  [/\b(?:in|to|from|near|around|nach|aus|von|a|de) nice\b/g, ","],
  [/\bsuper (?:slow|langsam|lent|lente|lento|lenta)\b/g, ","],
  [
    /\b(?:na|so) gut\b(?! (?:gemacht|geholfen))|\bmir (?:ist|wird) (?:\p{L}+ ){0,3}schlecht\b|\bnicht nur\b/gu,
    ",",
  ],
  [
    /\bwurde (?:mich|uns) (?:\p{L}+ )?freuen\b|\b(?:ware|wurde) (?:\p{L}+ )?(?:gut|super|toll|prima|hilfreich|perfekt)\b/gu,
    ",",
  ],
  [/\bnulle part\b|\bmatch nul\b|\bpas mal\b/g, ","],
  [
    /\bserait (?:\p{L}+ )?(?:super|parfait|genial|utile)\b|\bseria (?:\p{L}+ )?(?:genial|perfecto|estupendo|util)\b/gu,
    ",",
  ],
  [/\bsarebbe (?:\p{L}+ )?(?:perfetto|fantastico|utile|ottimo)\b|\bde nada\b|\bdi niente\b/gu, ","],
  [/\bmuy (?:bueno|buena|bien)\b|\bmolto (?:bene|buono)\b|\b(?:klasse|spitze)!/g, "👍"],
];
