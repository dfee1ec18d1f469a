import { strToU8 } from "fflate";
import { afterAll, expect, it } from "vitest";
import { createParser } from "../createParser.ts";

const parser = createParser();
afterAll(() => parser.close());

const read = (name: string, page: string, more: { url?: string; contentType?: string } = {}) =>
  parser.parse({ name, bytes: strToU8(page), ...more });

it("what a page shows when somebody clicks, and what a page of forms encloses", async () => {
  const answer = "Refunds take five working days after the parcel is back in our warehouse.";
  const page = `<!doctype html><html><head><title>Help</title></head><body><main><h1>Help</h1>
    <h2><button aria-controls="one" aria-expanded="false">When is my refund here?</button></h2>
    <div id="one" hidden><p>${answer}</p></div>
    <button aria-controls="two" aria-expanded="false">Do you ship abroad?</button>
    <div id="two" aria-hidden="true" style="display:none"><p>We ship to forty countries by sea.</p></div>
    <details><summary>Who pays the return?</summary>We do, within thirty days.</details>
    <div id="three" role="tabpanel" class="hidden">Wash it at thirty degrees.</div>
    <form action="/all"><h2>Opening hours</h2><p>We are open from nine to five on weekdays.</p></form>
    <p>${"All else is said by our people, who know it well. ".repeat(8)}</p></main></body></html>`;
  const document = await read("help", page, { url: "https://shop.test/help", contentType: "text/html" });
  expect(document.sections.map(({ headings }) => headings.at(-1))).toContain("When is my refund here?");
  const text = document.sections.map((section) => section.text).join("\n");
  for (const sentence of [answer, "Do you ship abroad?", "We ship to forty countries by sea."]) {
    expect(text).toContain(sentence);
  }
  expect(text).toContain("Who pays the return?\n\nWe do, within thirty days.");
  expect(text).toContain("Wash it at thirty degrees.");
  expect(text).toContain("We are open from nine to five on weekdays.");
});

it("a web page that came as a file whole, with its menus behind what it says", async () => {
  const page = `<html><body><nav><ul><li>Contents of the guide</li></ul></nav><form><p>The lamp is red.</p></form></body></html>`;
  const { sections } = await read("guide.html", page);
  expect(sections.map(({ text }) => text)).toEqual(["The lamp is red.\n\n- Contents of the guide"]);
});
