/** What a website says of itself. All of it is the words of strangers: data to show and to quote, never to obey. */
export interface SiteFacts {
  /** Where the front page really stands. */
  url: string;
  /** The front page first, then a few that it leads to. */
  pages: SitePage[];
  siteName: string | null;
  description: string | null;
  /** The tag that the front page declares. */
  language: string | null;
  themeColor: string | null;
  /** Colors of its style sheets that are neither black, white nor gray, the most used first; `#rrggbb`. */
  colors: string[];
  /** Its logo as `data:image`, small enough for an agent's icon. */
  icon: string | null;
}

export interface SitePage {
  url: string;
  title: string;
  sections: SiteSection[];
}

/** A heading and the text below it; without a heading at the page's top. */
export interface SiteSection {
  heading: string;
  text: string;
}

/** Reads a website. Throws `source_refused` with the reason, or the signal's. */
export type ReadSite = (url: string, signal: AbortSignal) => Promise<SiteFacts>;
