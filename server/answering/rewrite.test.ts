import { describe, expect, it } from "vitest";
import { rewriteQuestion } from "./rewrite.ts";

describe("a question that leans on the one before", () => {
  it.each([
    ["and how much is it?", ["Tell me about the Nordlys desk lamp"], "Nordlys"],
    ["And to Sweden?", ["How long does delivery to Norway take?"], "delivery"],
    ["how long?", ["How long does delivery to Norway take?", "And to Sweden?"], "delivery"],
    ["Is it dimmable?", ["Do you have the Nordlys lamp?"], "Nordlys"],
    ["no, I mean express", ["What does delivery cost?"], "delivery"],
    ["what happens to my posts then?", ["How do I delete my account?"], "account"],
    ["Und nach Schweden?", ["Wie lange dauert die Lieferung nach Norwegen?"], "Lieferung"],
  ])("“%s” gets what it leaves out", (question, asked, expected) => {
    const history = asked.flatMap((content) => [
      { role: "user" as const, content },
      { role: "assistant" as const, content: "Something about bananas." },
    ]);
    const rewritten = rewriteQuestion(question, history);
    expect(rewritten).toContain(question);
    expect(rewritten).toContain(expected);
    expect(rewritten).not.toContain("bananas");
  });

  it.each([
    ["no, the other one", "What does the repair of a lamp cost?", "repair"],
    ["I meant the return label", "Who pays for the shipping of a lamp?", "lamp"],
    ["and for children under twelve years?", "What does a day ticket cost?", "ticket"],
    ["Nein, der andere Tarif", "Was kostet die Reparatur?", "Reparatur"],
    ["Ich meinte die Rücksendung im Laden", "Wer bezahlt den Versand?", "Versand"],
    ["Und für Kinder unter zwölf Jahren?", "Was kostet die Tageskarte?", "Tageskarte"],
    ["non, l'autre abonnement", "Combien coûte la réparation ?", "réparation"],
    ["Je voulais dire le retour en magasin", "Qui paie la livraison ?", "livraison"],
    ["No, la otra tarifa", "¿Cuánto cuesta la reparación?", "reparación"],
    ["Me refería a la devolución en tienda", "¿Quién paga el envío?", "envío"],
    ["não, a outra tarifa", "Quanto custa o conserto?", "conserto"],
    ["quis dizer a devolução na loja", "Quem paga o frete?", "frete"],
    ["لا، أقصد الإرجاع في المتجر", "من يدفع تكلفة الشحن؟", "الشحن"],
    ["وللأطفال دون الثانية عشرة؟", "كم سعر تذكرة اليوم؟", "تذكرة"],
  ])("“%s” repairs or extends “%s”", (question, earlier, expected) => {
    const rewritten = rewriteQuestion(question, [{ role: "user", content: earlier }]);
    expect(rewritten).toContain(expected);
  });

  it.each([
    ["No refund arrived for my order last week", "Do you ship to Norway with express?"],
    ["Die Lieferung meiner Bestellung fehlt noch, wann kommt die Rückzahlung?", "Wo ist der Laden in Oslo?"],
  ])("“%s” repairs nothing", (question, earlier) => {
    expect(rewriteQuestion(question, [{ role: "user", content: earlier }])).toBeNull();
  });

  it.each([
    ["stands for itself", "How do I return a lamp to your shop?", ["Do you ship to Norway?"]],
    ["is the first", "and how much is it?", []],
  ])("stays as it is when it %s", (_, question, asked) => {
    expect(
      rewriteQuestion(
        question,
        asked.map((content) => ({ role: "user" as const, content })),
      ),
    ).toBeNull();
  });
});
