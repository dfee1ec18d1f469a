import { describe, expect, it } from "vitest";
import { campaignFacts, visitFacts } from "./visitFacts.tsx";

const from = (url: string) => ({
  page: { url, title: "Tents" },
  latestPage: null,
  referrer: null,
  device: null,
  language: null,
  country: null,
});

describe("the campaign that led a visitor to the page", () => {
  it.each([
    ["https://shop.test/tents", []],
    ["https://shop.test/tents?utm_source=&color=red", []],
    [
      "https://shop.test/tents?utm_campaign=spring+sale&utm_source=news&x=1&utm_medium=mail#top",
      [
        ["Source", "news"],
        ["Medium", "mail"],
        ["Name", "spring sale"],
      ],
    ],
    [
      "https://shop.test/?utm_term=t&utm_content=%3Cb%3E",
      [
        ["Term", "t"],
        ["Content", "<b>"],
      ],
    ],
    ["no address", []],
  ])("is read from %s", (url, facts) => {
    expect(campaignFacts(from(url))).toEqual(facts);
  });
});

describe("where a visitor wrote from", () => {
  it("is told as far as it is known", () => {
    expect(visitFacts({ ...from(""), page: null })).toEqual([]);
    const browser = { device: "Firefox on Linux", language: "de-CH", country: "CH" };
    expect(visitFacts({ ...from(""), page: null, ...browser })).toEqual([
      ["Country", "Switzerland"],
      ["Device", "Firefox on Linux"],
      ["Language", "German (Switzerland)"],
    ]);
    expect(visitFacts({ ...from(""), page: null, language: "tlh" })).toEqual([["Language", "Klingon"]]);
    const referrer = "https://search.example/find";
    const [came] = visitFacts({ ...from(""), page: null, referrer });
    expect(came).toMatchObject(["Came from", { props: { href: referrer, children: referrer } }]);
    expect(visitFacts(from("javascript:alert(1)"))).toEqual([["Page", "Tents"]]);
  });
});
