import { defaultBrand } from "../../shared/domain/product.ts";

/** Where the console's pages point for their icon. */
export const faviconPath = "/favicon.svg";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${defaultBrand}"/><path d="M12 4.2 13.9 10.1 19.8 12 13.9 13.9 12 19.8 10.1 13.9 4.2 12 10.1 10.1Z" fill="#fff"/></svg>`;

/** The mark of the product as the browser's tab shows it. */
export function answerFavicon(): Response {
  return new Response(svg, {
    headers: { "Content-Type": "image/svg+xml; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
