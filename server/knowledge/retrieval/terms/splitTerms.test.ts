import { describe, expect, it } from "vitest";
import { splitQuestion, splitTerms } from "./splitTerms.ts";
import { stemEnglish } from "./stemEnglish.ts";

const words = (text: string) => splitTerms(text).map((term) => term.text);

describe("stemEnglish", () => {
  it.each(
    // Word and stem for each rule of the algorithm, the special words included.
    `caresses caress, gaps gap, gas gas, kiwis kiwi, ties tie, cries cri, dying die, lying lie, bus bus,
     agreed agre, proceed proceed, hopping hop, hoping hope, falling fall, luxuriated luxuri, sized size, fed fed,
     happy happi, cry cri, by by, say say, enjoy enjoy, consistency consist, relational relat, conditional condit,
     vietnamization vietnam, operator oper, feudalism feudal, decisiveness decis, hopefulness hope, analogy analog,
     biologists biolog, sensibility sensibl, quickly quick, triplicate triplic, electrical electr, goodness good,
     generative generat, demonstrative demonstr, revival reviv, allowance allow, replacement replac, adoption adopt,
     adhesion adhes, communism communism, controlling control, generously generous, university universiti,
     organization organiz, skies sky, news news, evening evening, early earli, youth youth, boyish boyish, saying say,
     beauty beauti, add add, egg egg, bed bed`
      .split(",")
      .map((pair) => pair.trim().split(/\s+/)),
  )("makes %s to %s", (word, stem) => {
    expect(stemEnglish(word ?? "")).toBe(stem);
  });
});

describe("splitTerms", () => {
  it.each([
    ["case and accents", "Café NAÏVE Straße", ["cafe", "naiv", "strass"]],
    ["ligatures and wide letters", "ﬁle Ｗｉｄｅ", ["file", "wide"]],
    ["forms of a word", "refunds refunded refunding", ["refund", "refund", "refund"]],
    ["possessives", "the shop's customers’", ["the", "shop", "custom"]],
    ["Greek", "ΛΌΓΟΣ λόγος", ["λογοσ", "λογοσ"]],
    ["Arabic with and without points", "مُحَمَّد محمد", ["محمد", "محمد"]],
    ["grouped numbers", "1,000,000.50 3.5", ["1000000.50", "3.5"]],
    ["versions", "v1.2.3 1.2.3", ["1.2.3", "1.2.3"]],
    ["programming languages", "C++ C# c", ["c++", "c#", "c"]],
    ["mail and web addresses", "me@shop.test/faq", ["me", "shop", "test", "shoptest", "faq"]],
    ["no words at all", "?! — … 🎉", []],
    ["Thai words", "สวัสดีครับ", ["สวัสดี", "ครับ"]],
  ])("takes %s", (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ["Wi-Fi", "wifi"],
    ["RTX4090", "rtx 4090"],
    ["RTX-4090", "rtx4090"],
    ["getUserName", "user"],
    ["e-mail", "email"],
    ["snake_case_name", "snakecasename"],
    ["AT&T", "att"],
    ["東京都の人口", "人口"],
    ["私は東京に住んでいます", "東京都"],
    ["서울에서", "서울"],
    ["iPhone15を買う", "iphone15"],
    ["O'Neil", "oneil"],
    ["退貨須在三十日內申請", "申请退货"],
    ["软件的保修期为两年", "軟件"],
    ["歡迎來到圖書館", "图书馆"],
    ["開往臺灣的列車", "列车"],
  ])("finds %s by %s", (text, question) => {
    expect(words(text).some((term) => words(question).includes(term))).toBe(true);
  });

  it.each([
    ["pl", "zwrot zwroty zwrotu zwrotów", "zwrot"],
    ["pl", "paczka paczkę paczki paczek", "paczk"],
    ["pl", "zamówienie zamówienia zamówień zamowieniem", "zamow"],
    ["pl", "żarówka żarówkę zarowki żarówek", "zarowk"],
    ["pl", "hasło hasła haseł", "hasl"],
    ["ar", "المنتجات منتج المنتج", "منتج"],
    ["ar", "البطاقات بطاقة بطاقات والبطاقة", "بطاق"],
    ["ar", "طلب للطلبات طلبات", "طلب"],
    ["ar", "حسابي حسابكم الحساب", "حساب"],
  ] as const)("brings %s words to one stem: %s", (language, text, stem) => {
    expect(new Set(splitTerms(text, language).map((term) => term.text))).toEqual(new Set([stem]));
  });

  it.each([
    ["返品したいのですが、いつ返金されますか？", ["返品", "返金"]],
    ["我的密码忘了怎么办", ["密码", "忘了"]],
    ["ลืมรหัสผ่านทำอย่างไร", ["ลืม", "รหัส", "ผ่าน"]],
  ])("asks only for what tells something of %s", (question, expected) => {
    const asked = splitQuestion(question, []).filter((term) => !term.isCommon && !term.isPair);
    expect(asked.map(({ text }) => text)).toEqual(expected);
  });

  it("tells the characters that a simplified term was written with", () => {
    expect(splitTerms("退貨")).toContainEqual({ text: "退货", plain: "退貨", isCommon: false });
  });

  it("asks for a word as keyboards without its letters write it", () => {
    const stems = (question: string) => splitQuestion(question, ["de"])[0]?.others.map(({ text }) => text);
    expect(stems("Laeden")).toContain("lad");
    expect(stems("München")).toContain("muench");
  });

  it.each([
    ["هزینه ارسال کالا", "هزينه ارسال كالا"],
    ["کتاب ۱۲۳", "كتاب 123"],
    ["٤٥٦", "456"],
    ["ہفتہ", "هفته"],
    ["10⁶", "10^6"],
    ["1½", "1 ½"],
  ])("finds %s as %s", (one, other) => {
    expect(words(one)).toEqual(words(other));
  });

  it("tells stop words from abbreviations that look like them", () => {
    const common = (text: string) => splitTerms(text).map((term) => term.isCommon);
    expect(common("who is it at the WHO")).toEqual([true, true, true, true, true, false]);
  });

  it("leaves keys and encoded data out", () => {
    expect(words(`key ${"a".repeat(65)} end`)).toEqual(["key", "end"]);
  });
});
