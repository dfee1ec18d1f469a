import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMask } from "./personalData.ts";

const iban = "DE89 3704 0044 0532 0130 00";
const card = "4111 1111 1111 1111";

describe("personal data", () => {
  it.each([
    ["write to ada.lovelace+shop@example.co.uk please", "write to ⟦email 1⟧ please"],
    [`my IBAN is ${iban}.`, "my IBAN is ⟦iban 1⟧."],
    [`card ${card}, thanks`, "card ⟦card 1⟧, thanks"],
    ["call +47 21 00 00 00 now", "call ⟦phone 1⟧ now"],
    ["call (020) 7946-0990", "call ⟦phone 1⟧"],
    ["0176/12345678", "⟦phone 1⟧"],
    ["a@b.example and a@b.example", "⟦email 1⟧ and ⟦email 1⟧"],
    ["a@b.example, c@d.example", "⟦email 1⟧, ⟦email 2⟧"],
    ["iban de89370400440532013000, ok", "iban ⟦iban 1⟧, ok"],
    ["DE89-3704-0044-0532-0130-00", "⟦iban 1⟧"],
    ["BE68 5390 0754 7034 OK", "⟦iban 1⟧ OK"],
    ["gb29 nwbk 6016 1331 9268 19 please", "⟦iban 1⟧ please"],
    ["MT84 MALT 0110 0001 2345 MTLC AST0 01S", "⟦iban 1⟧"],
    ["FR76 30006 00001 12345678901 89", "⟦iban 1⟧"],
    ["NO93 8601 1117 947 DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000", "⟦iban 1⟧ ⟦iban 2⟧"],
    ["bill_DE89370400440532013000_2026", "bill_⟦iban 1⟧_2026"],
    ["4111 1111 1111 1111 12/27 123", "⟦card 1⟧ 12/27 123"],
    ["card 1: 4111.1111.1111.1111.", "card 1: ⟦card 1⟧."],
    ["pay 2 4111 1111 1111 1111", "pay 2 ⟦card 1⟧"],
    ["visa-4111-1111-1111-1111-", "visa-⟦card 1⟧-"],
    ["3782 822463 10005 0928", "⟦card 1⟧ 0928"],
    ["4111111111111111 5555555555554444", "⟦card 1⟧ ⟦card 2⟧"],
    ["４１１１ １１１１ １１１１ １１１１", "⟦card 1⟧"],
    ["Tel.+47 21 00 00 00 20260314 1000", "Tel.⟦phone 1⟧ 20260314 1000"],
    ["at 9 +47 - 21 00 00 00", "at 9 ⟦phone 1⟧"],
    ["0176 12345678 14.03.2026 10:30", "⟦phone 1⟧ 14.03.2026 10:30"],
    ["room 12 0176 12345678 4711 0815", "room 12 ⟦phone 1⟧ 4711 0815"],
    ["1. 06 12 34 56 78\n2. 555-123-4567", "1. ⟦phone 1⟧\n2. ⟦phone 2⟧"],
    ["Tel.0176/12345678", "Tel.⟦phone 1⟧"],
    ["(555)123-4567, 1-800-555-0199", "⟦phone 1⟧, ⟦phone 2⟧"],
    ["(11) 91234-5678 or 8 (912) 345-67-89", "⟦phone 1⟧ or ⟦phone 2⟧"],
    ["電話03-1234-5678です", "電話⟦phone 1⟧です"],
    ["رقمي ٠٥٠١٢٣٤٥٦٧", "رقمي ⟦phone 1⟧"],
    ["+47\u202f21\u201100\u201100\u201100", "⟦phone 1⟧"],
    ["+47 21 00 00 00. 2 adults, 3 kids", "⟦phone 1⟧. 2 adults, 3 kids"],
    ["+4721000000 10:30 or +47 21 00 00 00 (10-12)", "⟦phone 1⟧ 10:30 or ⟦phone 2⟧ (10-12)"],
    ["+44 (0)20 7946 0990, +45 12.34.56.78", "⟦phone 1⟧, ⟦phone 2⟧"],
    ["21 00 00 00. 2 adults", "⟦phone 1⟧. 2 adults"],
    ["06.12.34.56.78 or 044.123.45.67", "⟦phone 1⟧ or ⟦phone 2⟧"],
    ["0176 12345678, 08.00–16.00", "⟦phone 1⟧, 08.00–16.00"],
    ["030 / 123 456 78, 06 - 12 34 56 78", "⟦phone 1⟧, ⟦phone 2⟧"],
    ["(0) 30 1234567 or 0 532 123 45 67", "⟦phone 1⟧ or ⟦phone 2⟧"],
    ["98765 43210 or 11 92345-6789", "⟦phone 1⟧ or ⟦phone 2⟧"],
    ["030 12345678, (415) 555-0132 and 06 12 34 56 78", "⟦phone 1⟧, ⟦phone 2⟧ and ⟦phone 3⟧"],
    ["07700 900123, 020 7946 0990, 0412 345 678", "⟦phone 1⟧, ⟦phone 2⟧, ⟦phone 3⟧"],
    ["079 123 45 67, 0664 1234567, 070-123 45 67", "⟦phone 1⟧, ⟦phone 2⟧, ⟦phone 3⟧"],
    ["612 34 56 78, 600 123 456, 12 34 56 78", "⟦phone 1⟧, ⟦phone 2⟧, ⟦phone 3⟧"],
    ["080-1234-5678, 010-1234-5678, 138 1234 5678", "⟦phone 1⟧, ⟦phone 2⟧, ⟦phone 3⟧"],
    ["0049 30 123456", "⟦phone 1⟧"],
    ["Tel. 4711 0815, phone 555-0132", "Tel. ⟦phone 1⟧, phone ⟦phone 2⟧"],
    ["Telefonnummer: 12345678", "Telefonnummer: ⟦phone 1⟧"],
    ["my mobile number is 4155550132.", "my mobile number is ⟦phone 1⟧."],
    ["Tel(030)12345678", "Tel⟦phone 1⟧"],
    ["it costs 20 EUR 0171 1234567", "it costs 20 EUR ⟦phone 1⟧"],
    ["about my order, 0171 1234567", "about my order, ⟦phone 1⟧"],
    ["our customer 0171 1234567", "our customer ⟦phone 1⟧"],
    ["account: 030 12345678", "account: ⟦phone 1⟧"],
    ["Kunden: 0171 1234567", "Kunden: ⟦phone 1⟧"],
    [
      "Festnetznummer: 030 12345678, Rückrufnummer 0171 1234567",
      "Festnetznummer: ⟦phone 1⟧, Rückrufnummer ⟦phone 2⟧",
    ],
    ["gsmnummer 0470 12 34 56, hemnummer 08-123 456 78", "gsmnummer ⟦phone 1⟧, hemnummer ⟦phone 2⟧"],
    ["Please cancel my order. 0171 1234567", "Please cancel my order. ⟦phone 1⟧"],
    ["my invoice. 030 12345678, Auftrag. 0171 7654321", "my invoice. ⟦phone 1⟧, Auftrag. ⟦phone 2⟧"],
    ["state of the art: 415-555-0132", "state of the art: ⟦phone 1⟧"],
    ["my ticket 0171 1234567", "my ticket ⟦phone 1⟧"],
    ["call 415-555-0132 $50 deposit, 200 kr 22 33 44 55", "call ⟦phone 1⟧ $50 deposit, 200 kr ⟦phone 2⟧"],
    ["030.123.000", "⟦phone 1⟧"],
    ["ada(at)example.com, bo [at] example [dot] com", "⟦email 1⟧, ⟦email 2⟧"],
    ["?mail=ada%40example.com", "?mail=⟦email 1⟧"],
    ["O'Brien@example.com", "⟦email 1⟧"],
    ["ada＠example．com", "⟦email 1⟧"],
  ])("in %j is hidden", (text, hidden) => expect(createMask().hide(text)).toBe(hidden));

  it.each([
    "order 20260314-9931",
    "on 2026-03-14 or 14.03.2026",
    "it costs 1,490.00 kr",
    "the 4111 1111 1111 1112 code",
    "10 to 12 o'clock",
    "model X1000-22",
    "a @ b",
    "2@3.50 each, lodash@4.17.21 and pkg@1.2.x",
    "look (at) this. Really",
    "me at example dot com",
    "de89 of the 370400440532013000 and no more",
    "at 10 in the morning I go to no 12 or it 27",
    "de305d54-75b4-431b-adb2-eb6b9e546014",
    "DE89 3704 0044 0532 0130 01",
    "DE8937040044053201300012",
    "XX89 3704 0044 0532 0130 00",
    "3.4111111111111111",
    "1.234.567.890.123.456",
    "on 01.02.2026 14:30, or 2026-03-14 10:30",
    "2026-03-14 10 people",
    "01.02.2026-05.02.2026",
    "1 050 300 200 kr",
    "10 20 30 40 50 60 70 80 90 100",
    "X-100-200-3000",
    "(2026) 12345678 pages",
    "1. 20260314 2. 20260315",
    "open 08.00–16.00 and 9.30 - 17.45",
    "from 01.02.26-05.02.26, or 01.02.-05.02.26",
    "am 03.04.26 10.30",
    "at 192.168.178.100",
    "150 000 000 people",
    "at +59.913868 +10.752245",
    "EAN 4006381333931 and 9783161484100",
    "order 1234-5678-9012, order no. 100 200 300",
    "order no. 0451-234567 and invoice: 0451 234567",
    "Bestellnummer 0451 234567, Rechnung Nr. 123 456 789",
    "Art.-Nr. 04711-0815, KD-Nr. 10 20 30 40",
    "serial 123-456-789, SKU 123-45-678",
    "BLZ 100 500 00, Konto 0532 0130 00",
    "customer number 0451-234567, account no. 0451 234567, Kundennummer 0451 234567, Kd.-Nr. 0451 234567",
    "VAT 123 456 789",
    "ISBN 978-3-16-148410-0, 0-306-40615-2, 978 3 16 148410 0",
    "on 14 03 2026 or 2026 03 14",
    "2024-001-00123 and 2026/0012345",
    "12.345.678, 100.000.000 and 1,234,567.89",
    "USD 12 345 678, € 123 456 789, 123 456 789 kr",
    "at 59.91 10.75, or 52.520008, 13.404954",
    "00012345-01",
    "version 10.0.19045.3803, 26.10.0",
    "iPhone 162025",
    "12345678, 1234567890 and 20260314103000",
  ])("is nothing in %j", (text) => expect(createMask().hide(text)).toBe(text));

  it("comes back in what the model says, wherever its stream is cut", () => {
    const text = `Mail ada@example.com or call +47 21 00 00 00, IBAN ${iban}.`;
    fc.assert(
      fc.property(fc.array(fc.nat(80), { maxLength: 8 }), (cuts) => {
        const mask = createMask();
        const hidden = mask.hide(text);
        expect(hidden).not.toContain("ada@");
        const edges = [
          0,
          ...cuts.map((at) => Math.min(at, hidden.length)).sort((a, b) => a - b),
          hidden.length,
        ];
        const pieces = edges.slice(1).map((end, index) => hidden.slice(edges[index], end));
        expect(pieces.map((piece) => mask.show(piece)).join("") + mask.end()).toBe(text);
      }),
    );
  });

  it("of one visitor is never shown for a mark that somebody made up", () => {
    const mask = createMask();
    expect(mask.hide("⟦email 1⟧ ada@example.com")).toBe("[email 1] ⟦email 1⟧");
    expect(mask.show("⟦email 7⟧") + mask.end()).toBe("⟦email 7⟧");
  });

  it("holds no text back for ever", () => {
    const mask = createMask();
    expect(mask.show("a ⟦ bracket that goes on and on") + mask.show(".")).toContain("goes on");
  });

  it("takes no longer for hostile texts (E12)", () => {
    const pieces = [
      "1 ",
      "a@",
      "+",
      "A1",
      "DE12 ",
      "a.",
      "a(at)b.",
      "0171 ",
      "4111 ",
      "(",
      "+1 (",
      "a@b.".repeat(9),
      " ",
      "\t",
      "08.00-",
    ];
    for (const text of pieces.map((piece) => piece.repeat(40_000 / piece.length))) {
      createMask().hide(text);
    }
  });
});
