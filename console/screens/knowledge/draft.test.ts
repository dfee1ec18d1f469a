import { describe, expect, it } from "vitest";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { blankDraft, draftOf, readDraft } from "./draft.ts";

const configs: DataSourceConfig[] = [
  {
    ...{ kind: "website", scope: "pages", urls: ["https://a.example/1", "https://a.example/2"] },
    ...{ include: ["/help/*"], exclude: ["/help/old/*", "*.pdf"], maxDepth: 0, maxPages: 20_000 },
  },
  { kind: "files", fileIds: ["f1", "f2"] },
  { kind: "text", title: "Opening hours", text: "Monday to Friday,\n9 to 18." },
  { kind: "sample" },
];

describe("what is typed about a source", () => {
  it.each(configs.map((config) => [config.kind, config] as const))(
    "gives a %s back as it was",
    (_, config) => {
      const name = config.kind === "text" ? config.title : "A name";
      expect(readDraft(draftOf({ name, config }))).toEqual({ name, config });
    },
  );

  it("leaves out blank lines, and all but the first address where one is asked for", () => {
    const draft = { ...blankDraft("website"), urls: " a.example \n\nb.example", exclude: "\n /old/* \n" };
    expect(readDraft(draft as ReturnType<typeof blankDraft>).config).toEqual({
      ...{ kind: "website", scope: "site", urls: ["a.example"], include: [], exclude: ["/old/*"] },
      ...{ maxDepth: 5, maxPages: 500 },
    });
  });
});
