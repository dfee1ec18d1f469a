import type { PortableSource } from "../../../../shared/contract/agents/portable.ts";
import { describeCount } from "../../../parts/describeNumber.ts";

/** What a source that comes along is called. Sources of websites mostly have no name of their own. */
export function nameSource({ name, config }: PortableSource): string {
  if (name) return name;
  if (config.kind === "website") return config.urls[0] ?? "a website";
  if (config.kind === "feed") return config.url;
  if (config.kind === "googleDrive" || config.kind === "notion") return config.items[0]?.name ?? "";
  if (config.kind === "qa") return describeCount(config.questions.length, "question");
  return config.kind === "text" ? config.title : "the sample";
}
