import { describe, expect, it } from "vitest";
import { getLearningContent } from "../../../shared/contract/learning/learning.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("the learning center on $name", (store) => {
  it("gives a signed-in user cards that lead to existing chapters", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const { items } = await server.as(owner).call(getLearningContent);
    expect(items[0]).toEqual({
      id: "first-agent",
      title: "Create your first agent",
      text: "Name, tone and model. Change the rest later.",
      url: "/guide#first-agent",
    });
    for (const { url, title } of items) {
      const [path = "", anchor] = url.split("#");
      const response = await server.request(path);
      expect(response.status, url).toBe(200);
      expect(await response.text(), url).toContain(`<section id="${anchor}"><h2>${title}</h2>`);
    }
    expect((await server.anyone().send(getLearningContent)).status).toBe(401);
  });

  it("has a guide with working links, which runs and loads nothing from other sites", async () => {
    const server = await startTestServer({ store });
    const response = await server.request("/guide");
    const html = await response.text();
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
    for (const link of links) {
      if (link.startsWith("#")) expect(html, link).toContain(`<section id="${link.slice(1)}">`);
      else
        expect((await server.request(new URL(link, `${server.origin}/guide`).pathname)).status, link).toBe(
          200,
        );
    }
    expect(links.length).toBeGreaterThan(10);
    expect(html).not.toMatch(/<script|<style| style=|https?:|&(?!\w+;)/);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});
