import { expect, it } from "vitest";
import { configure } from "./configuration.ts";
import { answerConsolePage } from "./consolePage.ts";

const assets = { findEntry: () => ({ file: "/assets/main.js", preload: [] }), find: () => undefined };

function write(settings: Parameters<typeof configure>[0], origin = "https://agents.example.com") {
  const configuration = configure(settings, origin);
  // Of the assets only the entry is asked for.
  return answerConsolePage(assets as never, { basePath: "", configuration, uploadOrigin: null });
}

it("the console's document is called 'AI Agent' until a screen says more", async () => {
  expect(await write({}).text()).toContain("<title>AI Agent</title>");
});

it("the embedded configuration can't end its element, whatever a setting holds", async () => {
  const meetingUrl = "https://meet.example.com/</script><script>alert(1)</script><!--\u2028";
  const html = await write({ meetingUrl }).text();
  expect(html.match(/<script/g)).toHaveLength(2);
  const block = /id="configuration">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(JSON.parse(block)).toMatchObject({ meetingUrl, environment: "production", captcha: false });
});

it("the policy lets in nothing but this server, until a setting opens one place more", async () => {
  const strict = write({}).headers.get("content-security-policy") ?? "";
  expect(strict).not.toMatch(/https:|\*|unsafe/);
  expect(strict).toMatch(/trusted-types worker$/);
  const supportBotOrigin = "https://help.example.com";
  const helped = write({ supportBotOrigin }).headers.get("content-security-policy") ?? "";
  expect(helped.match(/https:\S+/g)).toEqual(
    Array(4).fill(expect.stringMatching(/^https:\/\/help\.example\.com;?$/)),
  );
  expect(helped).toMatch(/trusted-types worker$/);
  const tagged = write({ tagManagerId: "GTM-ABC1234" }).headers.get("content-security-policy") ?? "";
  expect(tagged).toContain(
    "script-src 'self' https://www.googletagmanager.com https://www.google-analytics.com;",
  );
  expect(tagged).toContain("require-trusted-types-for 'script'; trusted-types worker default");
  expect(tagged).not.toContain("unsafe");
});
