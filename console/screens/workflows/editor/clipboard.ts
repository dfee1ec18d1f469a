import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import type { StepKind } from "../../../../shared/domain/workflows/steps.ts";
import type { Clip } from "../steps/editGraph.ts";

const format = "pilothouse-steps";

/** Writes copied steps as text, as the clipboard carries them to another workflow. */
export function writeClip(clip: Clip): string {
  return JSON.stringify({ format, ...clip });
}

/** Reads copied steps from the clipboard's text; null where it holds something else. */
export function readClip(text: string): Clip | null {
  try {
    const read = JSON.parse(text) as Partial<Clip> & { format?: unknown }; // looked at below
    if (read.format !== format || !Array.isArray(read.items) || !Array.isArray(read.steps)) return null;
    if (!read.items.every(isItem) || !read.steps.every(isStepLike)) return null;
    return { items: read.items, steps: read.steps };
  } catch {
    return null;
  }
}

/** What comes from the clipboard may be anybody's: only steps with all settings of their kind are taken. */
function isStepLike(step: unknown): boolean {
  const { id, kind, name, config } = (step ?? {}) as Record<string, unknown>; // nothing is known of it
  if (typeof id !== "string" || typeof name !== "string" || typeof kind !== "string") return false;
  if (!Object.hasOwn(stepKinds, kind) || typeof config !== "object" || config === null) return false;
  const { empty } = stepKinds[kind as StepKind]; // just looked up
  return Object.entries(empty).every(([field, value]) => {
    const given = (config as Record<string, unknown>)[field]; // nothing is known of it
    return typeof given === typeof value && Array.isArray(given) === Array.isArray(value);
  });
}

function isItem(item: unknown): boolean {
  const { kind, id, to, branches } = (item ?? {}) as Record<string, unknown>; // nothing is known of it
  if (kind === "stop") return true;
  if (kind === "goto") return typeof to === "string";
  return (
    kind === "step" &&
    typeof id === "string" &&
    Array.isArray(branches) &&
    branches.every((branch: unknown) => {
      const { outlet, items } = (branch ?? {}) as Record<string, unknown>; // nothing is known of it
      return typeof outlet === "string" && Array.isArray(items) && items.every(isItem);
    })
  );
}
