import type * as v from "valibot";
import { expect, it } from "vitest";
import { nameOf } from "../kit/matrix/rows.ts";
import { startTestServer } from "../kit/server.ts";
import { stores } from "../kit/stores.ts";

it.each(stores())("takes no whole number that has no end: $name would keep none", async (store) => {
  const { house } = await startTestServer({ store });
  const endless = house.routes.flatMap(({ call }) =>
    [call.query, call.body].flatMap((schema) =>
      schema ? listEndless(schema).map((path) => `${nameOf(call)}${path}`) : [],
    ),
  );
  expect(endless).toEqual([]);
});

/** What a schema is made of, whichever it is. */
interface Parts extends Pick<v.GenericSchema, "type"> {
  pipe?: readonly Parts[];
  entries?: Record<string, Parts>;
  options?: readonly (Parts | string)[];
  wrapped?: Parts;
  item?: Parts;
  items?: readonly Parts[];
  value?: Parts;
  rest?: Parts;
}

/** Gives the places of whole numbers that may be as large as anybody likes. */
function listEndless(schema: object, path = ""): string[] {
  const steps = listSteps(schema as Parts); // a schema of valibot's, looked into
  const types = steps.map(({ type }) => type);
  const isEndless = types.includes("integer") && !types.includes("max_value");
  return [
    ...(isEndless ? [path] : []),
    ...steps.flatMap(({ entries = {}, options = [], wrapped, item, items = [], value, rest }) => [
      ...Object.entries(entries).flatMap(([name, entry]) => listEndless(entry, `${path}.${name}`)),
      ...[...options, wrapped, item, ...items, value, rest].flatMap((part) =>
        typeof part === "object" && "type" in part ? listEndless(part, path) : [],
      ),
    ]),
  ];
}

function listSteps(part: Parts): Parts[] {
  return part.pipe ? part.pipe.flatMap(listSteps) : [part];
}
