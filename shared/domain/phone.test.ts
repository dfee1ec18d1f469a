import { expect, it } from "vitest";
import { writePhone } from "./phone.ts";

it.each([
  ["+49 30 123456", "+4930123456"],
  [" +1 (212) 555-0100 ", "+12125550100"],
  ["+44 (0)20 7946 0990", "+442079460990"],
  ["0049.30/123\u2011456", "+4930123456"],
  ["+47\u00a021\u202f00 00 00", "+4721000000"],
  ["＋４９ ３０ １２３４５６", "+4930123456"],
  ["030 (0) 123", "0300123"],
  ["ask Ada", "askAda"],
])("a number typed as %j is kept as %j", (typed, kept) => expect(writePhone(typed)).toBe(kept));
