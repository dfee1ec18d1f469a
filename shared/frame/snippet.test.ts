import { describe, expect, it } from "vitest";
import {
  elementSnippet,
  iframeSnippet,
  linkSnippet,
  moduleSnippet,
  queueSnippet,
  scriptSnippet,
} from "./snippet.ts";

const source = { host: "https://pilot.example", token: "abc123" };
const iframe = iframeSnippet(source, "Harbour Help");

describe("the script snippet", () => {
  it("is one external script that loads with the token", () => {
    expect(scriptSnippet(source)).toMatch(
      /^<script async src="https:\/\/pilot\.example\/widget\.js\?token=abc123"[^>]*><\/script>$/,
    );
  });
});

describe("the other forms", () => {
  it("has the queue before the tag", () => {
    expect(queueSnippet(source)).toMatch(/Pilothouse\.q=[\s\S]*widget\.js\?token=abc123/);
  });

  it("loads the module and names the token, as an element and as code", () => {
    for (const snippet of [elementSnippet(source), moduleSnippet(source)]) {
      expect(snippet).toContain("https://pilot.example/widget.mjs");
      expect(snippet).toContain('"abc123"');
    }
  });

  it("links to the agent's own page", () => {
    expect(linkSnippet(source, "harbour")).toContain('href="https://pilot.example/p/harbour"');
  });
});

describe("the frame snippet", () => {
  it("is 700 px wide and 360 px high", () => {
    expect(iframe).toContain('src="https://pilot.example/embed/abc123" width="700" height="360"');
  });

  it("allows microphone, camera, clipboard and geolocation", () => {
    const allowed = /allow="([^"]*)"/.exec(iframe)?.[1]?.split("; ");
    expect(allowed).toEqual([
      "microphone",
      "camera",
      "clipboard-read",
      "clipboard-write",
      "geolocation",
      "on-device-speech-recognition",
    ]);
  });

  it.each([
    ['"><script>alert(1)</script>', "&quot;>&lt;script>alert(1)&lt;/script>"],
    ["Ben & Jerry's", "Ben &amp; Jerry's"],
  ])("names the agent %j as text", (name, written) => {
    expect(iframeSnippet(source, name)).toContain(`title="Chat with ${written}"`);
  });
});
