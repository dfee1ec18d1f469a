import { describe, expect, it, onTestFinished } from "vitest";
import type { Store } from "../../../server/database/store.ts";
import { indexPassages, type IndexOwner } from "../../../server/knowledge/retrieval/indexPassages.ts";
import { termsVersion } from "../../../server/knowledge/retrieval/renewTerms.ts";
import { hideSource } from "../../../server/knowledge/retrieval/sweepSegments.ts";
import { openKnowledge, websiteConfig, type OpenKnowledge } from "../../kit/knowledge/knowledge.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { htmlPage, serveWebsite } from "../../kit/knowledge/website.ts";

/** A page of each language, and questions that say its words in other forms than it does. */
const pages: [language: string, text: string, ...questions: string[]][] = [
  [
    "German",
    "Unsere Lieferungen verlassen das Lager am selben Tag. Wenn Sie eine Bestellung ändern wollen, rufen Sie uns an.",
    "Wie kann ich meine Bestellungen noch ändern?",
    "Wann geht die Lieferung raus?",
  ],
  [
    "French",
    "Les remboursements sont effectués dans les dix jours. Vous pouvez résilier votre abonnement à tout moment.",
    "Quand est-ce que je serai remboursé ?",
    "Comment gérer mes abonnements ?",
  ],
  [
    "Spanish",
    "Las devoluciones son gratuitas durante un mes. Puede pagar con tarjeta o por transferencia en la tienda.",
    "¿Cómo hago una devolución?",
    "¿Hay que hacer el pago, o se puede pagando en las tiendas?",
  ],
  [
    "Italian",
    "Le spedizioni partono ogni mattina. I prodotti che non vanno bene sono sostituiti senza costi per il cliente.",
    "Quando parte la mia spedizione?",
    "Il prodotto sarà sostituito?",
  ],
  [
    "Portuguese",
    "As encomendas são entregues em três dias. Para alterações da morada escreva para a nossa equipa o mais cedo possível.",
    "Posso fazer uma alteração na minha encomenda?",
    "Quando é a entrega?",
  ],
  [
    "Dutch",
    "Wij bezorgen bestellingen binnen twee dagen. U kunt een pakket bij ons in de winkels terugbrengen als het niet past. Dat kost u niets.",
    "Waar blijven mijn pakketten?",
    "Hebben jullie een winkel?",
  ],
  [
    "Swedish",
    "Beställningar skickas samma dag. Om du vill lämna tillbaka varorna har du trettio dagar på dig från det att de kom.",
    "Var är min beställning?",
    "Hur lämnar jag tillbaka en vara?",
  ],
  [
    "Norwegian",
    "Hva gjør jeg hvis pakkene ikke kommer? Da ringer du oss, og vi finner ut hvor de er. Gavekort kan brukes av alle.",
    "Pakken min har ikke kommet, hva nå?",
    "Kan jeg bruke gavekortet mitt?",
  ],
  [
    "Danish",
    "Hvad gør jeg, hvis støvlerne er for små? Så bytter vi dem, når du kommer forbi butikken med kvitteringen.",
    "Hvor finder jeg jeres butikker?",
    "Kan jeg bytte en støvle?",
  ],
  [
    "Finnish",
    "Tilaukset toimitetaan kahdessa päivässä. Jos tuotteet eivät miellytä, voit palauttaa ne meille, ja me maksamme sen.",
    "Missä tilaukseni on?",
    "Miten palautan tuotteen?",
  ],
  [
    "Russian",
    "Возврат товара возможен в течение месяца. Доставка по городу бесплатная, если вы заказали не меньше двух книг.",
    "Сколько стоит доставки ждать?",
    "Как оформить возвраты товаров?",
  ],
  [
    "Hungarian",
    "A csomagokat két napon belül kézbesítjük. Ha a termék nem felel meg, akkor azt harminc napig visszaküldheti nekünk.",
    "Hol van a csomagom?",
    "Nem tetszenek a termékek, mit tegyek?",
  ],
  [
    "Romanian",
    "Comenzile sunt livrate în două zile. Plata se face cu cardul sau la curier, iar garanția este de doi ani pentru toate.",
    "Ce garanție are? Garanții mai lungi?",
    "Cum fac plata, sau plăți în rate?",
  ],
  [
    "Turkish",
    "Siparişleriniz iki gün içinde kargoya verilir. Ürünler size uymazsa bir ay içinde geri gönderebilirsiniz ve para iade edilir.",
    "Siparişim nerede?",
    "Ürün bana olmadı, ne yapmalıyım?",
  ],
];

/** Pages of an agent whose every question could meet any of them. */
async function addPages(knowledge: OpenKnowledge) {
  for (const [title, text] of pages) await knowledge.add({ kind: "text", title, text });
}

describe.each(stores())("words in European languages on $name", (store) => {
  it("are found in every form, on pages that don't declare their language", async () => {
    const knowledge = await openKnowledge(store);
    await addPages(knowledge);
    const found: string[] = [];
    for (const [language, , ...questions] of pages) {
      for (const question of questions) {
        const [best] = await knowledge.find(question);
        found.push(`${language}: ${question} -> ${best?.title}`);
      }
    }
    const wanted = pages.flatMap(([language, , ...questions]) =>
      questions.map((question) => `${language}: ${question} -> ${language}`),
    );
    expect(found).toEqual(wanted);
  });

  it("are found without accents, with typos, and by the English name that the page uses", async () => {
    const knowledge = await openKnowledge(store);
    await addPages(knowledge);
    const german =
      "Abonnieren Sie den Newsletter, wenn Sie von den Rückgaben und Öffnungszeiten erfahren wollen.";
    await knowledge.add({ kind: "text", title: "Letters", text: german });
    await knowledge.add({
      kind: "text",
      title: "Spanish hours",
      text: "La devolución es gratis. Y así con todo.",
    });
    const title = async (question: string) => (await knowledge.find(question))[0]?.title;
    expect(await title("offnungszeiten")).toBe("Letters");
    expect(await title("Ruckgabe")).toBe("Letters");
    expect(await title("how often do you send newsletters?")).toBe("Letters");
    expect(await title("devolucion")).toBe("Spanish hours");
    expect(await title("bestelungen")).toBe("German");
    expect(await title("lieferrung")).toBe("German");
    expect(await title("достовка")).toBe("Russian");
  });

  it("follow a page's declared language when its text is short, and its text when a template declares another", async () => {
    const knowledge = await openKnowledge(store);
    const page = (title: string, language: string, text: string) =>
      htmlPage(title, `<p>${text}</p>`).replace('lang="en"', `lang="${language}"`);
    const site = await serveWebsite({
      "/kurz": page("Kurz", "de-AT", "Gutscheine"),
      "/lang": page(
        "Lang",
        "en",
        "Die Häuser sind am Abend geschlossen, und die Schlüssel liegen bei der Nachbarin.",
      ),
      "/english": page("English", "de", "The houses are open in the morning, and you get the keys from us."),
    });
    onTestFinished(() => site.stop());
    const urls = ["/kurz", "/lang", "/english"].map((path) => site.origin + path);
    await knowledge.add(websiteConfig("", { scope: "pages", urls }));
    const title = async (question: string) => (await knowledge.find(question))[0]?.title;
    expect(await title("Gutschein")).toBe("Kurz");
    expect(await title("Haus")).toBe("Lang");
    expect(await title("a house")).toBe("English");
  });

  it("are indexed again after an upgrade, without reading the source again", async () => {
    const place = await store.open();
    const kind = { ...store, open: () => Promise.resolve(place) };
    const before = await openKnowledge(kind);
    const source = await before.add({ kind: "text", title: "German", text: pages[0]?.[1] ?? "" });
    await before.add({ kind: "text", title: "Other", text: "We ship every day." });
    await makeOld(place.store, { organizationId: before.owner.organizationId, sourceId: source.id });
    const find = async () => (await before.find("Bestellungen ändern"))[0]?.title;
    const findInflected = async () => (await before.find("Lieferung"))[0]?.title;
    expect(await find()).toBe("German");
    expect(await findInflected()).toBe(undefined);
    await startTestServer({ store: kind });
    await expect.poll(findInflected).toBe("German");
    expect(await find()).toBe("German");
    expect((await before.get(source)).lastRun?.id).toBe(source.lastRun?.id);
    const version = () => place.store.db.selectFrom("dataSources").select("termsVersion").execute();
    await expect.poll(version).toMatchObject([{ termsVersion }, { termsVersion }]);
  });
});

/** Makes the index of a source what a program without languages wrote. */
async function makeOld(store: Store, { organizationId, sourceId }: IndexOwner): Promise<void> {
  const rows = await store.db
    .selectFrom("passages")
    .select(["number", "title", "headings", "text"])
    .where("sourceId", "=", sourceId)
    .execute();
  await store.transaction(async (tx) => {
    await hideSource(tx, { organizationId, sourceId });
    const passages = rows.map((row) => ({ ...row, headings: JSON.parse(row.headings) as string[] }));
    await indexPassages(tx, { organizationId, sourceId, passages });
    await tx.updateTable("dataSources").set({ termsVersion: 1 }).where("id", "=", sourceId).execute();
  });
}
