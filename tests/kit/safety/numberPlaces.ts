import type * as v from "valibot";

/** Where a schema takes a number, and which. */
export interface NumberPlace {
  /** Names; `*` for any name of a record, `0` for any place of a list. */
  path: string[];
  isWhole: boolean;
  /** Infinite where nothing bounds it. */
  least: number;
  most: number;
}

/** What a schema is made of, whichever it is. */
interface Parts extends Pick<v.GenericSchema, "type"> {
  requirement?: unknown;
  pipe?: readonly Parts[];
  entries?: Record<string, Parts>;
  options?: readonly (Parts | string)[];
  wrapped?: Parts;
  item?: Parts;
  items?: readonly Parts[];
  key?: Parts | string;
  value?: Parts;
  rest?: Parts;
}

/** Gives the places of numbers, those written as text too, in lists, records and unions at any depth. */
export function listNumberPlaces(schema: object, path: string[] = []): NumberPlace[] {
  const steps = listSteps(schema as Parts); // a schema of valibot's, looked into
  const types = steps.map(({ type }) => type);
  if (types.includes("lazy")) throw new Error(`Nobody looks into ${path.join(".")}.`);
  const bounds = (type: string) =>
    steps.flatMap((step) =>
      step.type === type && typeof step.requirement === "number" ? step.requirement : [],
    );
  const isNumber = ["number", "to_number", "bigint", "to_bigint"].some((type) => types.includes(type));
  const own = {
    ...{ path, isWhole: types.includes("integer") },
    least: Math.max(-Infinity, ...bounds("min_value")),
    most: Math.min(Infinity, ...bounds("max_value")),
  };
  return [...(isNumber ? [own] : []), ...steps.flatMap((step) => listInside(step, path))];
}

function listInside(step: Parts, path: string[]): NumberPlace[] {
  const { entries = {}, options = [], wrapped, item, items = [], key, value, rest } = step;
  const at = (parts: readonly (Parts | string | undefined)[], ...names: string[]) =>
    parts.flatMap((part) =>
      typeof part === "object" && "type" in part ? listNumberPlaces(part, [...path, ...names]) : [],
    );
  return [
    ...Object.entries(entries).flatMap(([name, entry]) => listNumberPlaces(entry, [...path, name])),
    ...at([...options, wrapped]),
    ...at([key, value, rest], "*"),
    ...at([item], "0"),
    ...items.flatMap((one, index) => listNumberPlaces(one, [...path, String(index)])),
  ];
}

function listSteps(part: Parts): Parts[] {
  return part.pipe ? part.pipe.flatMap(listSteps) : [part];
}
