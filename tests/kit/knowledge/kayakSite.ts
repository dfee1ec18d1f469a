import { htmlPage, serveWebsite } from "./website.ts";
import type { SitePage, Website } from "./website.ts";

/** The smallest picture that says it is a PNG. */
export const tinyPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const head = `<meta name="description" content="Kayaks and guided tours at the old harbour of Lindau.">
<meta name="theme-color" content="#ffffff"><meta property="og:site_name" content="Harbour Kayaks">
<link rel="stylesheet" href="/site.css"><link rel="apple-touch-icon" href="/logo.png">`;

function page(title: string, main: string): string {
  const links = { "/tours": "Tours", "/rental": "Rental", "/privacy": "Privacy", "/staff/": "Staff" };
  return htmlPage(`${title} | Harbour Kayaks`, main, links).replace("</head>", `${head}</head>`);
}

/** The website of a fictional kayak rental: it says what it is, has a color and a logo, and one corner is forbidden. */
export async function serveKayakSite(changes: Record<string, SitePage> = {}): Promise<Website> {
  return serveWebsite({
    "/": page(
      "Home",
      `<h2>How deep is the harbour?</h2><p>The harbour is three to five metres deep, so that nobody needs to stand in it.</p>`,
    ),
    "/tours": page(
      "Tours",
      `<h2>Sunset tour</h2><p>The sunset tour begins at seven in the evening and takes two hours with a guide.</p>
<h2>Newsletter</h2><p>Subscribe to our newsletter and hear of every tour that we have on offer.</p>
<h2>Short</h2><p>Soon.</p>`,
    ),
    "/rental": page(
      "Rental",
      `<h2>Double kayaks</h2><p>A double kayak costs 24 an hour, and life jackets come with it for everybody.</p>
<h2>Deposit</h2><p>We ask for a deposit of fifty, which you get back with the paddles at the end.</p>`,
    ),
    "/site.css": {
      headers: { "content-type": "text/css" },
      body: ":root{--brand-primary:#19b5a5;--ink:#222} h1{color:#d04010} body{background:#fff;color:#333}",
    },
    "/logo.png": { headers: { "content-type": "image/png" }, body: tinyPng },
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /staff/\n" },
    ...changes,
  });
}
