import { startWebServer, type WebServer } from "../network/webServer.ts";

/** What a path of a test's website answers: a page's HTML, or a whole answer. */
export type SitePage =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };

/** A website on a port of its own, whose pages a test can change while it stands. */
export interface Website extends WebServer {
  pages: Map<string, SitePage>;
}

/** Serves these pages on loopback; every other path is a 404. */
export async function serveWebsite(given: Record<string, SitePage>): Promise<Website> {
  const pages = new Map(Object.entries(given));
  const server = await startWebServer((request, response) => {
    const page = pages.get(request.url ?? "/");
    const {
      status = 200,
      headers = { "content-type": "text/html" },
      body = "",
    } = typeof page === "object"
      ? page
      : { status: page === undefined ? 404 : 200, body: page ?? "Not found" };
    response.writeHead(status, headers).end(body);
  });
  return { ...server, pages };
}

/** A page as a small business would have it: title, navigation, the text, a footer. */
export function htmlPage(title: string, main: string, links: Record<string, string> = {}): string {
  const nav = Object.entries(links)
    .map(([path, label]) => `<li><a href="${path}">${label}</a></li>`)
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<header><nav><ul>${nav}</ul></nav></header><main><article><h1>${title}</h1>${main}</article></main>
<footer><p>© Lighthouse Bicycles. All rights reserved.</p></footer></body></html>`;
}

/** The website of a fictional bicycle shop: a dozen pages, a sitemap, a private corner, a page that is gone. */
export function bicycleShop(): Record<string, SitePage> {
  const pages = Object.fromEntries(
    texts.map(([path, title, main]) => [path, htmlPage(title, main, navigation)]),
  );
  const listed = Object.keys(pages).map((path) => `<url><loc>{origin}${path}</loc></url>`);
  return {
    ...pages,
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /staff/\n" },
    "/staff/rota": htmlPage("Rota", "<p>Nobody outside may read this.</p>"),
    "/old-prices": { status: 301, headers: { location: "/prices" } },
    "/sitemap.xml": {
      headers: { "content-type": "application/xml" },
      body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join("")}</urlset>`,
    },
  };
}

/** The same with the sitemap's addresses completed, once the port is known. */
export async function serveBicycleShop(): Promise<Website> {
  const site = await serveWebsite(bicycleShop());
  const sitemap = site.pages.get("/sitemap.xml");
  if (typeof sitemap === "object" && typeof sitemap.body === "string") {
    site.pages.set("/sitemap.xml", { ...sitemap, body: sitemap.body.replaceAll("{origin}", site.origin) });
  }
  return site;
}

const navigation = {
  "/": "Home",
  "/prices": "Prices",
  "/repairs": "Repairs",
  "/rental": "Rental",
  "/contact": "Contact",
  "/discontinued": "Discontinued models",
  "/staff/rota": "Staff",
};

const texts: [path: string, title: string, main: string][] = [
  ["/", "Lighthouse Bicycles", "<p>We sell, repair and rent bicycles at the old harbour since 1987.</p>"],
  [
    "/prices",
    "Prices",
    "<h2>City bikes</h2><p>City bikes cost from 590 to 1,250.</p><h2>Electric bikes</h2><p>Electric bikes start at 2,190, the battery included.</p>",
  ],
  [
    "/repairs",
    "Repairs",
    "<h2>Inspection</h2><p>A full inspection costs 79 and takes two working days.</p><h2>Flat tyre</h2><p>A flat tyre is repaired while you wait for 18.</p>",
  ],
  [
    "/rental",
    "Rental",
    "<h2>Day rental</h2><p>A touring bike costs 22 a day. A child seat is free.</p><h2>Deposit</h2><p>We ask for a deposit of 100, by card or in cash.</p>",
  ],
  [
    "/contact",
    "Contact and hours",
    "<p>Pier Road 5. Open Tuesday to Saturday, 10 am to 6 pm. Closed on Mondays.</p>",
  ],
  ["/warranty", "Warranty", "<p>Frames have a warranty of ten years, batteries of three years.</p>"],
  [
    "/delivery",
    "Delivery",
    "<p>We deliver assembled bikes within 40 km for 35. Pick-up in the shop is free.</p>",
  ],
  ["/leasing", "Leasing", "<p>Employees can lease a bike through their employer for 36 months.</p>"],
  [
    "/tours",
    "Guided tours",
    "<p>The lighthouse tour leaves every Sunday at 9 am and is 32 km long. It costs 15 for adults.</p>",
  ],
  ["/kids", "Children's bikes", "<p>We take outgrown children's bikes back for 40 % of their price.</p>"],
  [
    "/insurance",
    "Insurance",
    "<p>Theft insurance costs 6.50 a month and covers bikes locked to a fixed object.</p>",
  ],
  ["/jobs", "Jobs", "<p>We look for a mechanic for 30 hours a week.</p>"],
];
