import { brandName, defaultBrand } from "../../shared/domain/product.ts";

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { display: grid; place-content: center; justify-items: center; gap: .5rem; min-height: 100dvh; padding: 1.5rem; box-sizing: border-box; text-align: center; }
h1 { margin: 0; font-size: 1.25rem; }
p { max-width: 36ch; margin: 0; opacity: .8; }
a { margin-top: 1rem; padding: .75rem 1.5rem; border-radius: .75rem; background: ${defaultBrand}; color: #fff; font-weight: 600; text-decoration: none; }
`;

/** Gives what shows in place of a page while there is no network; the link asks for the same address again. */
export function offlinePage(nonce: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline · ${brandName}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p>Conversations are on the server, and this device can't reach it. Nothing that was sent is lost.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "Cache-Control": "no-store",
    },
  });
}
