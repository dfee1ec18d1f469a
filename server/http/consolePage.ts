import { brandName, defaultPageTitle } from "../../shared/domain/product.ts";
import type { Assets } from "./assets.ts";
import { faviconPath } from "./favicon.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** The console's one document, the same for all its paths: the script decides what is shown. */
export function answerConsolePage(assets: Assets): Response {
  const entry = assets.findEntry("console");
  if (!entry) {
    return new Response(`${brandName} is running. Its console was not built: run npm run build.\n`, {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const preload = entry.preload.map((file) => `<link rel="modulepreload" href="${file}">\n`).join("");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="${faviconPath}">
<title>${defaultPageTitle}</title>
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
      "Content-Security-Policy": policy,
      "Permissions-Policy": "microphone=(self), camera=(self), geolocation=(self)",
      // The document names hashed files, so it is asked for each time and costs one short answer.
      "Cache-Control": "no-cache",
    },
  });
}
