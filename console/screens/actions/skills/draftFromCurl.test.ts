import { describe, expect, it } from "vitest";
import { readCurl } from "../../../../shared/domain/curl.ts";
import { draftFromCurl, listAddressValues } from "./draftFromCurl.ts";

function draft(command: string, inputs: (input: string) => boolean = () => false) {
  const read = readCurl(command);
  if ("problem" in read) throw new Error(read.problem);
  const chosen = listAddressValues(read.request).filter(({ input }) => inputs(input));
  return draftFromCurl(read.request, chosen);
}

describe("a skill from a curl command", () => {
  it("has the chosen values of path and query as inputs in their places", () => {
    const { skill } = draft(
      "curl 'https://api.example.com/v1/orders/10%2042?full=a%26b+c&page=2'",
      (input) => input === "order_id" || input === "page",
    );
    expect(skill.config).toMatchObject({
      url: "https://api.example.com/v1/orders/{{order_id}}",
      query: [
        { name: "full", value: "a&b c" },
        { name: "page", value: "{{page}}" },
      ],
    });
    expect(skill.inputs.map(({ id, label }) => [id, label])).toEqual([
      ["order_id", "Order id"],
      ["page", "Page"],
    ]);
    expect(skill).toMatchObject({ title: "Look up orders", name: "look_up_orders", risk: "read" });
  });

  it("suggests the parts of the path that look like values, and no version", () => {
    const read = readCurl("curl https://api.example.com/v2/customers/c_81/orders");
    if ("problem" in read) throw new Error(read.problem);
    const likely = listAddressValues(read.request).filter(({ isLikely }) => isLikely);
    expect(likely.map(({ value, input }) => [value, input])).toEqual([["c_81", "customer_id"]]);
  });

  it.each([
    ["-H 'Authorization: Bearer tok_1'", { type: "bearer" }, "tok_1"],
    ["-u ada:s3cret", { type: "basic", username: "ada" }, "s3cret"],
    ["-H 'X-Api-Key: k_1'", { type: "header", name: "X-Api-Key" }, "k_1"],
    ["-H 'Authorization: Token k_2'", { type: "header", name: "Authorization" }, "Token k_2"],
  ])("keeps what signs in apart from the request: %s", (flag, auth, secret) => {
    const { skill } = draft(`curl https://api.example.com/me ${flag}`);
    expect(skill).toMatchObject({ config: { auth, headers: [] }, secret });
  });

  it("keeps a key of the address apart, too", () => {
    const { skill } = draft("curl 'https://api.example.com/me?api_key=k_3&lang=en'");
    expect(skill).toMatchObject({
      config: { auth: { type: "query", name: "api_key" }, query: [{ name: "lang", value: "en" }] },
      secret: "k_3",
    });
  });

  it.each([
    [`-H 'Content-Type: application/json' -d '{"a":1}'`, { bodyType: "json", body: '{"a":1}', headers: [] }],
    ["-d 'a=1%20x&b=2'", { bodyType: "form", body: "a=1 x\nb=2", headers: [] }],
    [
      "-H 'Content-Type: text/csv' -d 'a,b'",
      { bodyType: "raw", body: "a,b", headers: [{ name: "Content-Type", value: "text/csv" }] },
    ],
  ])("reads the body of %s", (flags, config) => {
    const { skill } = draft(`curl https://api.example.com/me ${flags}`);
    expect(skill).toMatchObject({ config: { method: "POST", ...config }, risk: "write" });
  });

  it("says where it can't send what the command sends", () => {
    expect(draft("curl -I https://api.example.com").warnings).toEqual([
      "An action can't send HEAD. GET was taken.",
    ]);
    expect(draft("curl -X GET https://api.example.com -d a=1").warnings).toEqual([
      "A GET request is sent without its body.",
    ]);
  });

  it("says which headers it leaves out, and that a multipart form becomes a plain one", () => {
    const { skill, warnings } = draft(
      "curl https://api.example.com/me -H 'Host: other' -H 'Accept: text/plain' -F a=1",
    );
    expect(skill.config).toMatchObject({
      headers: [{ name: "Accept", value: "text/plain" }],
      bodyType: "form",
      body: "a=1",
    });
    expect(warnings.join(" ")).toMatch(/left out: Host\..*multipart/);
  });
});
