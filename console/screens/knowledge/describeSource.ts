import { describeBytes, describeCount } from "../../parts/describeNumber.ts";
import type { ShownSource } from "../../state/dataSources.ts";

/** Gives in a few words what a source reads. */
export function describeSource({ config, files }: Pick<ShownSource, "config" | "files">): string {
  switch (config.kind) {
    case "website":
      return describeWebsite(config);
    case "feed": {
      const address = config.url.replace(/^https?:\/\//, "");
      return config.reads === "pages" ? `${address}, with the pages that it links` : address;
    }
    case "files": {
      const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const [only] = files;
      const what = only && files.length === 1 ? only.name : describeCount(config.fileIds.length, "file");
      return `${what}, ${describeBytes(bytes)}`;
    }
    case "text":
      return describeCount(config.text.length, "character");
    case "qa":
      return describeCount(config.questions.length, "question");
    case "documents":
      return "Pushed by API";
    case "googleDrive":
    case "notion":
      return describeChosen(config.items.map(({ name }) => name));
    case "sample":
      return "Help pages of a fictional shop";
  }
}

function describeChosen([first = "", ...rest]: string[]): string {
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}

type Website = Extract<ShownSource["config"], { kind: "website" }>;

function describeWebsite({ scope, urls }: Website): string {
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
