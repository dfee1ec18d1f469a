/**
 * Gives the charset of text from before Unicode: files that spreadsheets and old programs write say nothing of it.
 * Every charset that the bytes fit is tried, and the one wins in which they read like its languages.
 */
export function guessCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes);
  return (
    pickBest(japaneseCharsets, sample, { isFatal: true, least: 0.3 }) ??
    // A table of names has few of the signs that sentences are full of.
    pickBest(wideCharsets, sample, { isFatal: true, least: 0.12 }) ??
    pickBest(narrowCharsets, sample, { isFatal: false, least: 0.5 }) ??
    "windows-1252"
  );
}

interface Charset {
  label: string;
  /** Signs that its languages use all the time; in other charsets' text, read by this one, they are rare. */
  common: Set<string>;
}

const kana = Array.from({ length: 0x30fd - 0x3041 }, (_, index) => String.fromCharCode(0x3041 + index)).join(
  "",
);

/** Sentences are full of kana; a table of names and prices may have none. */
const japanese = `${kana}、。日本人年月大会社東京都道府県市区町村名前電話番号住所価格円品商部国中上下小田山川一二三四五六七八九十時分店料金数量合計注文送`;

/** In these and the next a sign takes one or two bytes, and not every row of bytes is text. */
const japaneseCharsets = listCharsets({ shift_jis: japanese, "euc-jp": japanese });

const wideCharsets = listCharsets({
  gb18030:
    "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小二无同么经法当起与好看学进种将还分此心前面又定见只主没公从品名价格电话地址市区路号司，。",
  big5: "的一是不了人我在有他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生自會那後能對著事其裡所去行過家十用發天如然作方成者多日都三小二無同麼經法當起與好看學進種將還分此心前面又定見只主沒公從品名價格電話地址市區路號司，。",
  "euc-kr":
    "이다는에의가을를고하지기로도사나인대어은한리라자시서스니아그해전정수일과보부상제만여있오주장거원음것들",
});

const cyrillic = "оеаинтсрвлкмдпуяыьгзбчйхжюшцщэёіїєґў";

/** In these every byte is a sign, so that only the signs tell. The first of equals wins. */
const narrowCharsets = listCharsets({
  "windows-1252": "äöüßÄÖÜéèêëàâáãåçñíìîïóòôõøúùûæœÉÈÀÇÑ’‘“”„–—…«»°§€£·•©®™´½²¡¿ºª",
  "windows-1250": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻěščřžýáíéúůďťňĚŠČŘŽÝÁÍÉÚőűöüŐŰÖÜăâîşţĂÂÎŞŢđĐľĺŕßä’“”„–—…«»°§€",
  "windows-1254": "ğışİŞĞüöçÜÖÇâîû’‘“”–—…°",
  "windows-1251": cyrillic,
  "koi8-r": cyrillic,
  ibm866: cyrillic,
  "windows-1253": "αοειτνσςρκπυλμδγηωθφχβξζψάέήίόύώ",
  "windows-1255": "אבגדהוזחטיכלמנסעפצקרשתםןץףך",
  "windows-1256": "المنيوتربسعدفهةكقحجشصطخىءأإئآضزذغث،",
  "windows-874": "กขคงจชซญดตถทธนบปผพภมยรลวศษสหอะัาำิีึืุูเแโใไ่้็์",
});

function listCharsets(charsets: Record<string, string>): Charset[] {
  return Object.entries(charsets).map(([label, common]) => ({ label, common: new Set(common) }));
}

/** Gives the charset of which at least so large a share is common signs, the largest of them. */
function pickBest(
  charsets: readonly Charset[],
  sample: Uint8Array,
  { isFatal, least }: { isFatal: boolean; least: number },
): string | undefined {
  const shares = charsets.map((charset) => countShare(sample, { ...charset, isFatal }));
  const most = Math.max(...shares);
  return most >= least ? charsets[shares.indexOf(most)]?.label : undefined;
}

/** The share of common signs among those beyond ASCII; 0 where the bytes are no text of this charset. */
function countShare(sample: Uint8Array, { label, common, isFatal }: Charset & { isFatal: boolean }): number {
  let text: string;
  try {
    // The sample may end within a sign.
    text = new TextDecoder(label, { fatal: isFatal }).decode(sample, { stream: true });
  } catch {
    return 0;
  }
  let all = 0;
  let known = 0;
  for (const sign of text) {
    if (sign < "\u0080") continue;
    all++;
    if (common.has(sign)) known++;
  }
  return all === 0 ? 0 : known / all;
}

const sampleBytes = 100_000;
