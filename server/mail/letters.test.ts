import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { chatLanguages, directionOf } from "../../shared/domain/chatLanguages.ts";
import { writeDigestLetter } from "./digestLetter.ts";
import { writeKeyLetter } from "./keyLetter.ts";
import type { KeyUse } from "./keyLetter.ts";
import { languages } from "../languages/languages.ts";
import { writeLetter } from "./letters.ts";
import { writeReportLetter } from "./reportLetter.ts";
import { drawStopPage, stopPagePolicy } from "./stopPage.ts";
import type { LetterKind } from "../languages/letterWords.ts";

const kinds = Object.keys(languages.en.mail.letters) as LetterKind[]; // the keys of a record of every kind
const values = {
  ...{ who: "Ana <Lima>", organization: "Harbour & Pine", email: "new@example.com", code: "123456" },
  url: "https://example.com/?a=1&token=abc",
};
const write = (kind: LetterKind, language: (typeof chatLanguages)[number]) =>
  writeLetter(kind, { to: "ben@example.com", language }, values);
/** What a value looks like in a language that keeps it apart. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "");

describe.each(chatLanguages)("letters in %s", (language) => {
  it.each(kinds)("%s is whole, in its language and direction, as text and as HTML", (kind) => {
    const { subject, text, html } = write(kind, language);
    for (const written of [subject, text, html]) {
      expect(written).not.toMatch(/[{}]|undefined/);
      expect(written.length).toBeGreaterThan(10);
    }
    const dir = directionOf(language);
    expect(html).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(html).toContain(`<div lang="${language}" dir="${dir}"`);
    expect(html).not.toContain("<Lima>");
    const hasButton = languages.en.mail.letters[kind].button !== undefined;
    expect([text.includes(values.url), html.includes('href="https://example.com/')]).toEqual([
      hasButton,
      hasButton,
    ]);
  });

  it("say what the English ones say of people, addresses and codes", () => {
    for (const kind of kinds) {
      const inEnglish = write(kind, "en").text;
      const { text } = write(kind, language);
      for (const value of [values.who, values.organization, values.email, values.code]) {
        expect([kind, value, plain(text).includes(value)]).toEqual([kind, value, inEnglish.includes(value)]);
      }
    }
  });

  it("have words of their own", () => {
    if (language === "en") return;
    for (const kind of kinds) expect(write(kind, language).text).not.toBe(write(kind, "en").text);
  });
});

describe.each(chatLanguages)("a digest in %s", (language) => {
  const urls = ["https://example.com/inbox", "https://example.com/stop", "https://example.com/one?a=1&b=2"];
  const [url = "", stopUrl = "", at = ""] = urls;
  const names = [{ visitor: "Mia\n- Ana", title: "\u202eevil <b>", url: at }];
  const sections = (["assigned", "unassigned", "mentions"] as const).map((kind, index) => ({
    ...{ kind, agent: "Harbour", count: index + 1, muted: kind === "unassigned" ? 7 : 0, url, names },
  }));
  const { subject, text, html, headers } = writeDigestLetter(
    { to: "ben@example.com", language },
    { organization: "Acme", url, stopUrl, sections },
  );

  it("is whole as text and as HTML, with its numbers and links, and ends at one press", () => {
    for (const written of [subject, text, html]) expect(written).not.toMatch(/[{}]|undefined/);
    expect([plain(subject).includes("Acme"), plain(subject).includes("6")]).toEqual([true, true]);
    for (const one of urls) expect(text).toContain(one);
    for (const written of [text, html]) expect(plain(written).match(/: ?7$|: ?7</gm)).toHaveLength(1);
    expect(html).toContain('href="https://example.com/one?a=1&#38;b=2"');
    expect(html).not.toContain("evil <b>");
    expect(headers).toEqual({
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it("halves no sign of a long name", () => {
    const long = [{ visitor: `${"a".repeat(119)}🌊🌊`, title: "Tide", url: at }];
    const all = sections.map((section) => ({ ...section, names: long }));
    const digest = { organization: "Acme", url, stopUrl, sections: all };
    const letter = writeDigestLetter({ to: "ben@example.com", language }, digest);
    expect(plain(letter.text)).toContain("a🌊: Tide\n");
  });

  it("lets a visitor's text begin no line and turn nothing around", () => {
    expect(text).not.toContain("\n- Ana");
    expect(text).not.toContain("\u202e");
    expect(plain(text)).toContain("- Mia - Ana: evil <b>\n");
  });
});

describe.each(chatLanguages)("a weekly report in %s", (language) => {
  const [url, stopUrl] = ["https://example.com/insights?a=1&b=2", "https://example.com/stop"];
  const { subject, text, html, headers } = writeReportLetter(
    { to: "ben@example.com", language },
    {
      ...{ report: "Shop\n- <b>", organization: "Acme", from: "2026-03-23", to: "2026-03-29", url, stopUrl },
      figures: [
        { measure: "conversations", aggregation: "sum", value: 1240, before: 620 },
        { measure: "automation", aggregation: "avg", value: 0.425, before: 0.425 },
        { measure: "satisfaction", aggregation: "avg", value: null, before: null },
      ],
    },
  );

  it("is whole, with each figure by its own name, and ends at one press", () => {
    for (const written of [subject, text, html]) expect(written).not.toMatch(/[{}]|undefined|NaN/);
    expect(plain(subject)).toContain("Shop - <b>");
    expect(html).not.toContain("- <b>");
    const lines = plain(text).split("\n");
    expect(lines.find((line) => line.includes("Conversations"))).toMatch(/1.?240 \(\+100.?%\)/);
    expect(lines.find((line) => line.includes("Automation rate"))).toMatch(/42[.,]5%$/);
    expect(lines.find((line) => line.includes("CSAT"))).toMatch(/–$/);
    expect(text).toContain(url);
    expect(headers).toMatchObject({ "List-Unsubscribe": `<${stopUrl}>` });
  });
});

describe.each(
  chatLanguages.flatMap((language) => (["digest", "report"] as const).map((of) => [of, language] as const)),
)("the page that ends a %s in %s", (of, language) => {
  it("asks first, in that language", () => {
    const [asking, stopped] = [drawStopPage(language, "asking", of), drawStopPage(language, "stopped", of)];
    expect(asking).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
    expect([asking.includes("<form"), stopped.includes("<form")]).toEqual([true, false]);
    const words = languages.en.mail[of];
    expect(stopped.includes(words.stopped)).toBe(language === "en");
    const [, heading = ""] = /<h1>(.+)<\/h1>/.exec(stopped) ?? [];
    expect(heading === words.stoppedTitle).toBe(language === "en");
    expect(asking).not.toContain(heading);
    expect(drawStopPage(language, "notGood", of).includes(words.notGood)).toBe(language === "en");
    const [, style = ""] = /<style>([^]*)<\/style>/.exec(asking) ?? [];
    expect(stopPagePolicy).toContain(createHash("sha256").update(style).digest("base64"));
  });
});

describe.each(chatLanguages)("a letter about a refused key in %s", (language) => {
  const url = "https://example.com/models?a=1&b=2";
  const told = { key: "Main\nkey", provider: "OpenAI", organization: "Acme <b>", url };
  const draw = (uses: KeyUse[], at: string | null = url) =>
    writeKeyLetter({ to: "ben@example.com", language }, { ...told, uses, url: at });
  const { user, instead } = languages[language].mail.keyRefused;
  // the keys of records of every one
  const users = Object.keys(user) as KeyUse["user"][];
  const agents: KeyUse[] = (Object.keys(instead) as KeyUse["instead"][]).map((one) => ({
    ...{ user: "agent", agent: "Pier\n- Dock", instead: one, name: "Spare" },
  }));
  const defaults = users.slice(2).map((one): KeyUse => ({ user: one, instead: "builtin" }));

  it("is whole as text and as HTML, with who uses it and a link", () => {
    const { subject, text, html } = draw([...agents, ...defaults]);
    for (const written of [subject, text, html]) expect(written).not.toMatch(/[{}]|undefined/);
    expect(html).not.toContain("<b>");
    expect([plain(subject), plain(text)].every((written) => written.includes("Main key"))).toBe(true);
    expect(plain(text).match(/^- Pier - Dock: ./gm)).toHaveLength(agents.length);
    expect(plain(text).match(/Spare/g)).toHaveLength(2);
    for (const one of defaults) expect(text).toContain(`- ${user[one.user]}: ${instead.builtin}`);
    expect([text.includes(url), html.includes('href="https://example.com/models?a=1&#38;b=2"')]).toEqual([
      true,
      true,
    ]);
  });

  it("counts agents beyond twenty, and says so where nothing uses it", () => {
    const many = Array.from({ length: 23 }, (): KeyUse => ({
      ...agents[0],
      user: "agent",
      instead: "server",
    }));
    const { text } = draw(many);
    expect(plain(text).match(/^- .*: ?3$/gm)).toHaveLength(1);
    const { unused } = languages[language].mail.keyRefused;
    expect([text.includes(unused), draw([], null).text.includes(unused)]).toEqual([false, true]);
    expect(draw([], null).text).not.toContain("http");
    expect(unused === languages.en.mail.keyRefused.unused).toBe(language === "en");
  });
});

it("a name from right to left turns nothing around in a letter", () => {
  const who = "\u202eevil";
  const { subject } = writeLetter("invite", { to: "ben@example.com", language: "ar" }, { ...values, who });
  expect(subject).toContain("\u2068evil\u2069");
  expect(writeLetter("invite", { to: "ben@example.com", language: "en" }, { ...values, who }).subject).toBe(
    "evil invites you to Harbour & Pine",
  );
});

it("who has no name is called a member", () => {
  const { subject } = writeLetter(
    "invite",
    { to: "b@example.com", language: "de" },
    { ...values, who: null },
  );
  expect(subject).toBe("Ein Mitglied lädt Sie zu Harbour & Pine ein");
});
