import { configurationId } from "../../shared/contract/configuration.ts";
import type { Configuration } from "../../shared/contract/configuration.ts";
import { brandName, defaultPageTitle } from "../../shared/domain/product.ts";
import { escapeJson } from "../surfaces/writeDocument.ts";
import type { Assets } from "./assets.ts";
import { writeConsolePolicy } from "./consolePolicy.ts";
import { faviconPath } from "./favicon.ts";

export interface ConsolePage {
  configuration: Configuration;
  /** Where the server's paths begin. */
  basePath: string;
  /** Where files are sent, if not to this server. */
  uploadOrigin: string | null;
}

/** The console's one document, the same for all its paths: the script decides what is shown. */
export function answerConsolePage(
  assets: Assets,
  { configuration, basePath, uploadOrigin }: ConsolePage,
): Response {
  const entry = assets.findEntry("console");
  if (!entry) {
    return new Response(`${brandName} is running. Its console was not built: run npm run build.\n`, {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const preload = entry.preload.map((file) => `<link rel="modulepreload" href="${file}">\n`).join("");
  const html = `<!doctype html>
<html lang="en"${basePath && ` data-base-path="${basePath}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="${basePath}${faviconPath}">
<title>${defaultPageTitle}</title>
<script type="application/json" id="${configurationId}">${escapeJson(JSON.stringify(configuration))}</script>
${preload}<script type="module" src="${entry.file}"></script>
</head>
<body>
<div id="root"></div>
<noscript>${brandName} needs JavaScript.</noscript>
</body>
</html>
`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": writeConsolePolicy({ ...configuration, uploadOrigin }),
      "Permissions-Policy": "microphone=(self), camera=(self), geolocation=(self)",
      // The document names hashed files, so it is asked for each time and costs one short answer.
      "Cache-Control": "no-cache",
    },
  });
}
