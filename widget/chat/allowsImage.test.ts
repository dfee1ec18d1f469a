import { expect, it } from "vitest";
import { allowsImage } from "./allowsImage.ts";

it.each([
  ["https://cdn.example.com/a.png", true],
  ["https://cdn.example.com:443/a.png", true],
  ["https://a.shop.example/a.png", true],
  ["https://b.example:8443/a.png", true],
  ["https://b.example/a.png", false],
  ["https://shop.example/a.png", false],
  ["https://evilshop.example/a.png", false],
  ["https://cdn.example.com.evil.example/a.png", false],
  ["https://cdn.example.com@evil.example/a.png", false],
  ["http://cdn.example.com/a.png", false],
  ["data:image/png;base64,AA", false],
  ["//cdn.example.com/a.png", false],
])("an image at %s may be shown: %s", (address, isAllowed) => {
  const hosts = ["cdn.example.com", "*.shop.example", "b.example:8443"];
  expect(allowsImage(address, hosts)).toBe(isAllowed);
});
