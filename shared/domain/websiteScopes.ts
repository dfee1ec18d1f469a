/** What of a website is read, as its form and the comparison of versions call it. */
export const websiteScopes = {
  site: "The whole site",
  section: "This address and everything below it",
  pages: "A list of pages",
  sitemap: "The pages in a sitemap",
} as const;
