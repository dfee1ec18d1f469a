/** A chapter of the guide: its card's text is the first thing that is in it. */
export interface Chapter {
  /** The anchor, and the card's id; links carry it, so it stays. */
  id: string;
  title: string;
  summary: string;
  paragraphs: readonly string[];
  /** What one does, step by step, in the words of the screens. */
  steps?: readonly string[];
}

/** The guide that comes with the product, in the order in which one needs it. It describes only what works. */
export const guide: readonly Chapter[] = [
  {
    id: "first-agent",
    title: "Create your first agent",
    summary: "Name, tone and model. Change the rest later.",
    paragraphs: [
      "An agent answers your website’s visitors from the sources that you add. It gets a chat widget immediately, and you can change everything later.",
      "The built-in model needs no key and costs nothing: it quotes the passages that answer a question and says so when there are none. With a key, a language model writes the answer from the same passages.",
    ],
    steps: [
      "Choose Create AI Agent and give it a name that visitors understand.",
      "Pick a personality, or describe your own.",
      "Keep the built-in model, or choose one that has a key.",
    ],
  },
  {
    id: "knowledge",
    title: "Add knowledge",
    summary: "Your website, files or a few lines of text.",
    paragraphs: [
      "A website is read page by page, following its robots.txt and sitemap. You choose the paths and the depth. Files can be PDF, Word, Excel, PowerPoint, CSV, text, Markdown, HTML or JSON, up to 21 MB each.",
      "Every sync shows what it found, what failed and why. Answers use a page as soon as its sync has finished.",
    ],
    steps: [
      "Open Data Sources of the agent and choose Add source.",
      "Choose Try it with a sample if you only want to look around.",
      "Read the sync’s report, and exclude what visitors should not see.",
    ],
  },
  {
    id: "answers",
    title: "Check its answers",
    summary: "Every answer shows its sources and their scores.",
    paragraphs: [
      "Citations under an answer open their source. In the inbox, each answer also has a receipt: the question as understood, the passages with scores, the model, tokens, credits and time.",
      "Most weak answers come from a missing page. Add it, sync, and ask again.",
    ],
    steps: [
      "In the preview in Deploy, ask what your visitors ask most.",
      "Open the conversation in the Inbox and choose Why this answer.",
      "Publish when you are happy. Visitors see the published version, not your draft.",
    ],
  },
  {
    id: "install",
    title: "Put it on your website",
    summary: "One line of HTML, and a check of your page.",
    paragraphs: [
      "Paste the line from Deploy, Install before the end of the page’s body. There are recipes for common frameworks and shops, a frame for pages without scripts, and a hosted page to link to.",
      "Under Domains, list the sites that may show the agent. While the list is empty, any site may.",
    ],
    steps: [
      "Copy the line from Deploy, Install.",
      "Add your site under Domains.",
      "Check your page’s address. The check says what is missing, with lines to paste.",
    ],
  },
  {
    id: "look",
    title: "Match your brand",
    summary: "Colors, words, greeting and suggestions, in light and dark.",
    paragraphs: [
      "The preview next to the settings shows the draft as you change it. You can replace every text of the chat, in each of its six languages.",
      "A warning shows when colors are hard to read.",
    ],
    steps: [
      "Open Deploy, Appearance.",
      "Set the main color and the greeting, and up to ten suggestions.",
      "Publish to show it to visitors.",
    ],
  },
  {
    id: "inbox",
    title: "Answer people yourself",
    summary: "Take over a conversation, reply and hand it back.",
    paragraphs: [
      "Conversations appear in the Inbox as they happen. When a member takes one over, the agent pauses there.",
      "Support agents see the inbox and little else, and set whether they are online.",
    ],
    steps: [
      "Open Inbox and choose a conversation.",
      "Take it over and write your reply.",
      "Hand it back when the agent should continue.",
    ],
  },
  {
    id: "team",
    title: "Invite your team",
    summary: "Owners, admins, advisors and support agents, each with their own view.",
    paragraphs: [
      "Owners and admins invite people by e-mail, or by a link if no mail server is set up. Advisors build agents. Support agents answer in the inbox. Members can’t give a role above their own.",
    ],
    steps: ["Open Manage Account from the profile menu.", "Choose Invite people and their groups."],
  },
  {
    id: "operate",
    title: "Run the server",
    summary: "One folder to back up, one command to check it.",
    paragraphs: [
      "The data folder has everything: the database, uploaded files and the key that encrypts secrets. A copy of that folder is a backup. Without the key, its secrets can’t be read.",
      "The README lists all settings. The API reference lists all calls for other programs.",
    ],
  },
];
