type Json = Record<string, unknown>;

/** Readable values by a field's name, where its type is text. */
const texts: Record<string, string> = {
  ...{ id: "01m8q6w4tfj20bjmmw8axxyfk0", email: "ada@example.com", name: "Ada Lake", firstName: "Ada" },
  ...{ lastName: "Lake", url: "https://example.com/help", question: "When do you open?", code: "123456" },
  ...{ text: "We open at nine.", content: "When do you open?", answer: "We open at nine.", title: "Hours" },
  ...{ colour: "#336699", timeZone: "Europe/Berlin", timezone: "Europe/Berlin", country: "DE" },
  ...{ message: "When do you open?", description: "Answers questions about the shop.", language: "en" },
  ...{
    contentType: "text/plain",
    slug: "example-shop",
    phone: "+4930123456",
    icon: "sparkles",
    day: "2026-03-01",
  },
  ...{ primary: "#336699", onPrimary: "#ffffff", holder: "tab-000001", columnId: "c1", "columns.id": "c1" },
  ...{
    "quietHours.from": "22:00",
    "quietHours.to": "07:00",
    "inputs.id": "order",
    "variables.name": "order",
  },
  ...{ "variables.value": '"A-17"', "draft.name": "look_up_order", "skill.name": "look_up_order" },
  ...{ input: '{"order": "A-17"}', "skills.name": "look_up_order", channelId: "C012345" },
  ...{ "headers.name": "X-Api-Key", "fields.id": "email", consentUrl: "https://example.com/privacy" },
  ...{ from: "2026-03-01", to: "2026-03-31", month: "2026-03", clientId: "message-000001", key: "plan" },
};

/** A moment in March 2026, in milliseconds since 1970. */
const moment = 1_772_366_400_000;

/**
 * Makes an example of what a JSON Schema describes: required fields only, choices by their first value, texts by the name of their
 * field. The same schema gives the same example.
 */
export function makeExample(schema: Json, name = "", parent = ""): unknown {
  if ("const" in schema) return schema["const"];
  if ("default" in schema) return schema["default"];
  const choices = schema["enum"] ?? schema["examples"];
  if (Array.isArray(choices)) return choices[0];
  const kinds = schema["oneOf"] ?? schema["anyOf"];
  // Nothing says less than something.
  if (isSchemas(kinds)) return makeExample(kinds.find(({ type }) => type !== "null") ?? {}, name, parent);
  if (isSchemas(schema["allOf"])) return makeAll(schema["allOf"], name);
  const { type } = schema;
  if (type === "object") return makeObject(schema, name);
  if (type === "array") return makeArray(schema, name);
  if (type === "string") return makeText(schema, name, parent);
  if (type === "number" || type === "integer") return makeNumber(schema, name);
  return type === "boolean" ? true : null;
}

function isSchemas(value: unknown): value is Json[] {
  return Array.isArray(value) && value.length > 0;
}

function makeAll(schemas: Json[], name: string): unknown {
  const made = schemas.map((one) => makeExample(one, name));
  return made.every((one) => typeof one === "object") ? Object.assign({}, ...made) : made[0];
}

function makeObject({ properties = {}, required = [] }: Json, name: string): Json {
  const wanted = new Set(required as string[]); // JSON Schema's own shape
  const entries = Object.entries(properties as Record<string, Json>).filter(([key]) => wanted.has(key));
  return Object.fromEntries(entries.map(([key, property]) => [key, makeExample(property, key, name)]));
}

function makeArray(schema: Json, name: string): unknown[] {
  const { items, prefixItems, minItems = 1 } = schema;
  if (isSchemas(prefixItems)) return prefixItems.map((one) => makeExample(one, name));
  const one = makeExample((items ?? {}) as Json, name);
  return Array.from({ length: Math.max(1, Number(minItems)) }, () => one);
}

function makeText(
  { format, minLength = 0, maxLength = Infinity }: Json,
  name: string,
  parent: string,
): string {
  if (format === "email") return texts["email"] ?? "";
  if (format === "uri") return texts["url"] ?? "";
  const isId = /Ids?$|^ids$|^by$/.test(name);
  const named = texts[`${parent}.${name}`] ?? texts[name] ?? (isId ? texts["id"] : undefined) ?? "example";
  return named.padEnd(Number(minLength), "x").slice(0, Number(maxLength));
}

function makeNumber({ minimum, maximum }: Json, name: string): number {
  const isMoment = /At$|^at$|Since$|Until$/.test(name);
  const wished = isMoment ? moment : ({ limit: 25, page: 1 }[name] ?? 1);
  return Math.min(Math.max(wished, Number(minimum ?? -Infinity)), Number(maximum ?? Infinity));
}
