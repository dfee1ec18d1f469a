import { Globe } from "lucide-react";
import type { KindScreen, ShownConfig } from "../kind.ts";
import { WebsiteFields } from "./WebsiteFields.tsx";
import type { WebsiteDraft } from "./websiteDraft.ts";

export const website: KindScreen<"website", WebsiteDraft> = {
  icon: Globe,
  addLabel: "Add website",
  blank: () => ({
    ...{ kind: "website", name: "", scope: "site", urls: "", include: "", exclude: "" },
    ...{ maxDepth: "5", maxPages: "500" },
  }),
  open: (config, name) => ({
    ...{ kind: "website", name, scope: config.scope, urls: config.urls.join("\n") },
    ...{ include: (config.include ?? []).join("\n"), exclude: (config.exclude ?? []).join("\n") },
    ...{ maxDepth: String(config.maxDepth ?? 5), maxPages: String(config.maxPages ?? 500) },
  }),
  read(draft) {
    const urls = linesOf(draft.urls);
    const config = {
      kind: "website" as const,
      scope: draft.scope,
      urls: draft.scope === "pages" ? urls : urls.slice(0, 1),
      include: linesOf(draft.include),
      exclude: linesOf(draft.exclude),
      maxDepth: Math.floor(Number(draft.maxDepth) || 0),
      maxPages: Math.floor(Number(draft.maxPages) || 0),
    };
    return { name: draft.name.trim(), config };
  },
  Fields: WebsiteFields,
  errorFields: ["urls", "urls.0", "maxDepth", "maxPages", "include", "exclude", "data.name"],
  isEmpty: ({ urls }) => urls.trim() === "",
  describe: describeWebsite,
};

function describeWebsite({ scope, urls }: ShownConfig<"website">): string {
  const [first = ""] = urls;
  const address = first.replace(/^https?:\/\//, "").replace(/\/$/, "");
  switch (scope) {
    case "site":
      return address;
    case "section":
      return `${address}, this section`;
    case "sitemap":
      return `${address}, by sitemap`;
    case "pages":
      return urls.length === 1 ? `${address}, this page` : `${address} and ${urls.length - 1} more`;
  }
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
