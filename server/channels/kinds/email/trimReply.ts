/**
 * What a line of a mail is: `e` empty, `q` quoted, `b` where an earlier mail begins (“On Monday, Ada wrote:”), `h` one of its
 * headers, `d` a line that divides, `s` where a signature begins, `t` text.
 */
type LineKind = "e" | "q" | "b" | "h" | "d" | "s" | "t";

/** How many lines mail programs and lists add below a quote; more is an answer. */
const mostBelow = 7;
/** The most lines into which mail programs break the one that says who wrote when. */
const mostHeadLines = 6;
const mostCharacters = 200_000;
const longestHead = 320;

/** Gives what is new in a mail: without the mails that it answers, without signatures. */
export function trimReply(mail: string): string {
  const text = normalize(mail.slice(0, mostCharacters));
  const lines = joinHeads(text.split("\n"));
  let kinds = classify(lines).join("");
  const cutAt = (at: number) => {
    lines.length = at;
    kinds = kinds.slice(0, at);
  };

  const signature = kinds.search(/s/);
  if (/[tq]/.test(kinds.slice(0, Math.max(0, signature)))) cutAt(signature);

  // An earlier mail that isn't quoted, or is quoted with nothing but a few words below it.
  const plain = /t[ed]*b[^q]*$/.exec(kinds);
  if (plain) cutAt(plain.index + 1);
  const quoted = /t[ed]*b[eqbhd]*([tesd]*)$/.exec(kinds);
  if (quoted && countText(quoted[1]) < mostBelow) cutAt(quoted.index + 1);
  const headed = /t[edq]*h{3}/.exec(kinds);
  if (headed) cutAt(headed.index + 1);

  dropAll("b");
  if (/h{3}/.test(kinds)) dropAll("h");
  // What stands above somebody's words and was not theirs.
  const above = /^[eqd]*q[eqd]*(?=t)/.exec(kinds);
  if (above && !/q/.test(kinds.slice(above[0].length))) {
    lines.splice(0, above[0].length);
    kinds = kinds.slice(above[0].length);
  }
  // A quote at the end answers nothing; one with words below it is part of what they say.
  const below = /t(?=e*[qd][qed]*$)/.exec(kinds);
  if (below) cutAt(below.index + 1);
  const end = /[ed]*$/.exec(kinds);
  if (end && end.index > 0) cutAt(end.index);
  return lines.join("\n").replace(/^\n+/, "").trimEnd();

  function dropAll(kind: LineKind): void {
    const kept = lines.filter((_, index) => kinds[index] !== kind);
    lines.splice(0, lines.length, ...kept);
    kinds = kinds.replaceAll(kind, "");
  }
}

function countText(kinds = ""): number {
  return kinds.replace(/[^t]/g, "").length;
}

function normalize(mail: string): string {
  return mail
    .replace(/\r\n?/g, "\n")
    .replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, "")
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/[ \t]+$/gm, "");
}

/** Words that end the line above a quoted mail, before its colon. */
const wrote =
  "wrote|writes|said|sent|schrieb|geschrieben|a écrit|écrit|escribió|escribio|escrito|ha scritto|scritto|escreveu|schreef|" +
  "geschreven|skrev|skrifaði|napisał(?:\\(a\\)|a|\\/a)?|pisze|написал(?:\\(а\\)|а)?|пишет|писал(?:\\(а\\)|а)?|kirjoitti|" +
  "napsal(?:\\(a\\)|a)?|napísal(?:\\(a\\)|a)?|írta|a scris|yazdı|έγραψε|va escriure|写道|寫道|さんは書きました|のメール|님이 작성";
const day =
  "\\d{1,4}[./年-]\\s?\\d{1,2}|\\d{1,2}(?::|\\.)\\d{2}|\\b(?:19|20)\\d{2}\\b|[A-Za-zÀ-ž]{3,}\\.? \\d{1,2}\\b|\\b\\d{1,2}\\.? [A-Za-zА-я]{3,}";
const address = "<?[\\w.+-]+@[\\w.-]+";
const colon = "\\s*[:：]\\s*$";
const hasDay = new RegExp(day, "iu");
/** A name, and its address behind it. */
const hasWriter = /^(?!\s*mailto:)[^<>@]*[^\s<>@][^<>@]*<[^\s<>]+@/i;
const heads = [
  // Sender and date, in either order; or the sender, by their address.
  new RegExp(`(?:${day}|${address}).{0,200}?(?:${wrote})${colon}`, "iu"),
  new RegExp(`(?:${wrote})\\s.{0,120}(?:${day}).{0,80}${colon}`, "iu"),
  new RegExp(`^\\s*(?:${day}).{0,200}<\\s*(?:mailto:)?[^\\s<>]+@[^<>]+>${colon}`, "iu"),
];
const original = new RegExp(
  "^\\s*[*_>]*\\s*(?:[-–—_=*]{2,}\\s*(?:" +
    "original message|reply message|forwarded message|message d'origine|message original|message transféré|" +
    "ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado|" +
    "messaggio originale|messaggio inoltrato|mensagem original|oorspronkelijk bericht|originele bericht|" +
    "oryginalna wiadomość|wiadomość oryginalna|исходное сообщение|пересылаемое сообщение|original besked|oprindelig meddelelse|" +
    "ursprungligt meddelande|alkuperäinen viesti|původní zpráva|eredeti üzenet|mesaj original|orijinal mesaj|原始邮件|原始郵件|元のメッセージ" +
    ")\\s*[-–—_=*]{2,}|begin forwarded message\\s*:|anfang der weitergeleiteten nachricht\\s*:|début du message réexpédié\\s*:|" +
    "inicio del mensaje reenviado\\s*:|inizio messaggio inoltrato\\s*:)",
  "iu",
);

/** Puts lines together that say in several who wrote when. */
function joinHeads(lines: string[]): string[] {
  const joined: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const count = countHeadLines(lines, index);
    joined.push(lines.slice(index, index + Math.max(1, count)).join(count > 1 ? " " : "\n"));
    index += Math.max(1, count);
  }
  return joined;
}

/** How many lines from here on are one head; 0 where none begins here. */
function countHeadLines(lines: string[], from: number): number {
  const first = unquote(lines[from] ?? "");
  if (first.trim() === "") return 0;
  for (let count = 1; count <= mostHeadLines && from + count <= lines.length; count += 1) {
    const part = lines.slice(from, from + count).map(unquote);
    if (part.slice(1).filter((line) => line.trim() === "").length > 3) return 0;
    const whole = part.join(" ");
    if (whole.length > longestHead) return 0;
    if (!isHead(whole)) continue;
    // A later line may begin it: what stands above is somebody's text. One without a date or a name only ends it.
    const isLater = part.some(
      (line, at) => at > 0 && (hasDay.test(line) || hasWriter.test(line)) && isHead(part.slice(at).join(" ")),
    );
    return isLater ? 0 : count;
  }
  return 0;
}

function isHead(line: string): boolean {
  return heads.some((head) => head.test(line));
}

function unquote(line: string): string {
  return line.replace(/^\s*(?:>\s?)+/, "");
}

const names =
  "from|sent|to|cc|bcc|subject|date|reply-to|importance|von|gesendet|an|betreff|datum|kopie|de|envoyé|à|objet|cc|para|enviado(?: el)?|" +
  "enviada(?: em)?|asunto|fecha|da|inviato|a|oggetto|data|risposta|rispondi a|assunto|van|verzonden|aan|onderwerp|od|wysłano|wysłane|do|temat|" +
  "от|от кого|отправлено|кому|тема|дата|копия|från|skickat|till|ämne|fra|sendt|til|emne|lähettäjä|lähetetty|vastaanottaja|aihe|päivämäärä|" +
  "odesláno|komu|předmět|feladó|elküldve|címzett|tárgy|gönderen|gönderildi|kime|konu|发件人|发送时间|收件人|主题|寄件者|收件者|主旨|差出人|送信日時|宛先|件名|日時";
const header = new RegExp(`^\\s*[*_>]*\\s*(?:${names})\\s*[*_]?\\s*[:：]\\s*[*_]?`, "iu");
const signature =
  /^\s*(?:--|—|––|__)\s*$|^\s*[(*_<\[]*(?:sent (?:from|via|with) |get outlook for |envoyé (?:de|depuis) |von meinem .{2,40} gesendet|gesendet (?:von|mit|aus) |diese nachricht wurde von |enviado (?:desde|do|a partir) |inviato (?:da|dal) |verzonden (?:vanaf|met) |wysłano z |отправлено (?:с|из) |skickat från |sendt fra |lähetetty |iphoneから送信|发自我的|從我的)/iu;
const divider = /^\s*(?:[-–—_=*#~•]\s?){3,}\s*$/;
const prefixed = /^\s*(?:>|[A-Z][\w.]{0,20}>(?=\s))/;

function classify(lines: string[]): LineKind[] {
  let isCode = false;
  const kinds = lines.map((line): LineKind => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      return "t";
    }
    if (isCode) return line.trim() === "" ? "e" : "t";
    if (line.trim() === "") return "e";
    if (original.test(line) || isHead(unquote(line))) return "b";
    if (prefixed.test(line)) return "q";
    if (signature.test(line)) return "s";
    if (divider.test(line)) return "d";
    if (header.test(line)) return "h";
    return "t";
  });
  return settleHeaders(kinds, lines);
}

/** Headers stand together, three at least; their long values go on in the next line. A single one is somebody's text. */
function settleHeaders(kinds: LineKind[], lines: string[]): LineKind[] {
  const settled = [...kinds];
  let index = 0;
  while (index < settled.length) {
    if (settled[index] !== "h") {
      index += 1;
      continue;
    }
    const group = [index];
    let [at, gap] = [index + 1, 0];
    for (; at < settled.length && gap <= 1; at += 1) {
      if (settled[at] === "h") {
        group.push(at);
        gap = 0;
      } else gap += 1;
    }
    const last = group.at(-1) ?? index;
    const isBlock = group.length >= 3;
    for (let line = index; line <= last; line += 1)
      if (isBlock || settled[line] === "h") settled[line] = isBlock ? "h" : "t";
    index = last + 1;
  }
  return lines.length === settled.length ? settled : kinds;
}
