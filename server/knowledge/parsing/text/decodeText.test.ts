import { expect, it } from "vitest";
import { decodeText } from "./decodeText.ts";

/** Encodes by trying: Node writes no charset from before Unicode, but reads them all. */
function encodeIn(label: string, text: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const known = new Map<string, number[]>();
  const learn = (bytes: number[]) => {
    const sign = decoder.decode(Uint8Array.from(bytes));
    if ([...sign].length === 1 && sign !== "\ufffd" && !known.has(sign)) known.set(sign, bytes);
  };
  for (let first = 0; first < 256; first++) learn([first]);
  if (/jis|euc|gb|big5/.test(label)) {
    for (let first = 0x81; first < 0xff; first++)
      for (let next = 0x40; next < 0xff; next++) learn([first, next]);
  }
  return Uint8Array.from([...text].flatMap((sign) => known.get(sign) ?? [0x3f]));
}

it.each([
  ["shift_jis", "返品は三十日以内にお願いします。送料は当社が負担します。\n営業時間は九時から五時までです。"],
  ["shift_jis", "名前,価格\n緑茶,300\n紅茶,400"],
  ["euc-jp", "ご注文の商品は、二営業日以内に発送いたします。お問い合わせは電話でどうぞ。"],
  ["gb18030", "商品,价格\n我们的退货政策是三十天，请联系客服。\n不是所有的产品都可以退货"],
  ["big5", "我們的退貨政策是三十天，請聯絡客服。不是所有的產品都可以退貨。"],
  ["euc-kr", "주문하신 상품은 이틀 안에 발송됩니다. 반품은 삼십일 이내에 가능합니다."],
  ["windows-1251", "Возврат товара возможен в течение тридцати дней.\nДоставка бесплатна."],
  ["koi8-r", "Возврат товара возможен в течение тридцати дней. Доставка бесплатна."],
  ["ibm866", "Возврат товара возможен в течение тридцати дней. Доставка бесплатна."],
  [
    "windows-1250",
    "Zwrot towaru możliwy jest w ciągu trzydziestu dni. Przesyłka jest bezpłatna, łącznie z opłatą.",
  ],
  ["windows-1250", "Vrácení zboží je možné do třiceti dnů. Doprava je zdarma, stejně jako výměna."],
  [
    "windows-1252",
    "Die Rückgabe ist möglich, solange Sie die Rechnung für das Gerät haben – größere Stücke holen wir.",
  ],
  ["windows-1252", "Les retours sont acceptés à la réception du colis ; c’est déjà payé, même à l’étranger."],
  [
    "windows-1252",
    "La devolución será gratuita en los próximos días; ¿tiene su número de teléfono? ¡Sí, señor!",
  ],
  [
    "windows-1254",
    "Ürünü otuz gün içinde iade edebilirsiniz. Kargo ücretsizdir, değişim de yapılır; şartları okuyun.",
  ],
  ["windows-1253", "Η επιστροφή προϊόντων είναι δυνατή μέσα σε τριάντα ημέρες."],
  ["windows-1255", "ניתן להחזיר את המוצר בתוך שלושים יום מיום הקנייה."],
  ["windows-1256", "يمكن إرجاع المنتج خلال ثلاثين يوما من تاريخ الشراء."],
  ["windows-874", "คืนสินค้าได้ภายในสามสิบวัน ค่าจัดส่งฟรีทุกรายการ"],
])("text in %s that says nothing of it reads as it was written", (label, text) => {
  expect(decodeText(encodeIn(label, text))).toBe(text);
});

it("what calls itself Latin and is UTF-8 is read as UTF-8", () => {
  const bytes = new TextEncoder().encode("Größe für Gäste");
  expect(decodeText(bytes, "text/html; charset=ISO-8859-1")).toBe("Größe für Gäste");
  expect(decodeText(Buffer.from("Größe", "latin1"), "text/plain; charset=ISO-8859-1")).toBe("Größe");
});

it("Japanese of mail programs, which has seven bits only, is told by its escapes", () => {
  const bytes = Buffer.from("\x1b$BJVIJ\x1b(B: 30\n", "latin1");
  expect(decodeText(bytes)).toBe("返品: 30\n");
});
