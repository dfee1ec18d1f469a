import { describe, expect, it } from "vitest";
import { readOpenapi } from "./readOpenapi.ts";

const post = {
  operationId: "addPet",
  requestBody: {
    required: true,
    content: { "text/xml": {}, "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
  },
  security: [{ key: [] }],
};
const schemas = {
  Pet: {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string", nullable: true, xml: { name: "n" } },
      parent: { $ref: "#/components/schemas/Pet" },
    },
  },
};
const three = {
  openapi: "3.0.3",
  info: { title: "Pets" },
  servers: [{ url: "https://{region}.x.test", variables: { region: { default: "eu" } } }],
  components: { schemas, securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "string" } }],
      get: {
        parameters: [{ name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } }],
      },
    },
    "/pets": { post },
  },
};

function readWith(changes: object) {
  return readOpenapi(JSON.stringify({ ...three, ...changes }));
}

describe("an OpenAPI document", () => {
  it("gives its operations with inputs, servers and sign-in", () => {
    const { title, operations } = readWith({});
    expect(title).toBe("Pets");
    expect(operations).toMatchObject([
      {
        id: "get_pets_petId",
        servers: ["https://eu.x.test"],
        parameters: [
          { name: "petId", in: "path", isRequired: true, style: "simple" },
          { name: "tags", in: "query", isRequired: false, style: "form", explode: true },
        ],
        input: {
          required: ["path"],
          properties: { path: { required: ["petId"] }, query: { type: "object" } },
        },
        security: [],
      },
      {
        id: "addPet",
        method: "POST",
        body: { contentType: "application/json", isRequired: true },
        security: [[{ name: "key", kind: "apiKey", in: "header", parameter: "X-Key", scopes: [] }]],
      },
    ]);
  });

  it("writes schemas out, cuts those within themselves, and leaves out what only answers have", () => {
    const name = { type: ["string", "null"] };
    const required = ["name"];
    expect(readWith({}).operations[1]?.input).toMatchObject({ required: ["body"] });
    expect(readWith({}).operations[1]?.input.properties).toEqual({
      body: {
        type: "object",
        required,
        properties: { name, parent: { type: "object", required, properties: { name, parent: {} } } },
      },
    });
  });

  it("reads version 2.0 and YAML", () => {
    const { version, operations } = readOpenapi(`
swagger: 2.0
host: x.test
basePath: /v1
schemes: [https]
securityDefinitions: { login: { type: basic } }
security: [{ login: [] }]
paths:
  /a:
    post:
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: size, in: formData, type: integer, required: true }
        - { name: X-Id, in: header, type: string }
`);
    expect(version).toBe("2.0");
    expect(operations).toMatchObject([
      {
        id: "post_a",
        servers: ["https://x.test/v1"],
        body: { contentType: "application/x-www-form-urlencoded" },
        input: {
          properties: {
            header: { properties: { "X-Id": { type: "string" } } },
            body: { properties: { size: { type: "integer" } }, required: ["size"] },
          },
        },
        security: [[{ name: "login", kind: "basic" }]],
      },
    ]);
  });

  it.each([
    ["https://x.test/pet.json", "refers to another document"],
    ["#/components/schemas/Cat", "does not have"],
    ["#/components/schemas/__proto__", "does not have"],
  ])("leaves out an operation that refers to %s, with the reason", ($ref, why) => {
    const requestBody = { content: { "application/json": { schema: { $ref } } } };
    const { operations, leftOut } = readWith({ paths: { ...three.paths, "/b": { put: { requestBody } } } });
    expect(operations).toHaveLength(2);
    expect(leftOut).toMatchObject([{ method: "PUT", path: "/b", why: expect.stringContaining(why) }]);
  });

  it.each([
    ["nothing of the kind", "hello", "isn't an OpenAPI document"],
    ["an old version", '{"swagger":"1.2"}', "1.2 can't be imported"],
    ["no operations", '{"openapi":"3.1.0"}', "no operations"],
    ["broken YAML", "openapi: 3.1.0\na: [", "line 2"],
    ["an anchor that leads to itself", "openapi: 3.1.0\na: &a { b: *a }", "anchors"],
    ["an anchor that multiplies", `openapi: 3.1.0\n${multiply()}`, "anchors"],
    [
      "a path that leads to itself",
      '{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}',
      "back to itself",
    ],
  ])("is refused for %s", (_, text, words) => {
    expect(() => readOpenapi(text)).toThrow(words);
  });

  it("bounds what schemas that multiply are written out to", () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => {
        const next = { $ref: `#/components/schemas/S${level + 1}` };
        return [`S${level}`, { type: "object", properties: { a: next, b: next, c: next } }];
      }),
    );
    const requestBody = { content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } } };
    const { operations } = readWith({
      components: { schemas: { ...many, S30: {} } },
      paths: { "/s": { put: { requestBody } } },
    });
    expect(JSON.stringify(operations).length).toBeLessThan(200_000);
  });
});

function multiply(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level}: &l${level} [${`*l${level - 1}, `.repeat(9)}]`,
  );
  return ["l0: &l0 [x]", ...levels.slice(1)].join("\n");
}
