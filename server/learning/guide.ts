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
      "An agent answers the visitors of a website from what you let it read. It gets a chat widget at once, and everything about it can be changed later.",
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
      "A website is read page by page: its robots.txt and sitemap are respected, and you say which paths count and how deep to go. Files may be PDF, Word, CSV, text, Markdown, HTML or JSON, 21 MB each.",
      "Every sync tells what it found, what failed and why. An answer can use a page as soon as its sync has ended.",
    ],
    steps: [
      "Open Data Sources of the agent and choose Add source.",
      "Take Try it with a sample where you only want to look around.",
      "Read the sync's report, and exclude what visitors should not be told.",
    ],
  },
  {
    id: "answers",
    title: "Check its answers",
    summary: "Every answer shows its sources and their scores.",
    paragraphs: [
      "Citations under an answer open the place they come from. In the inbox each answer also has its receipt: the question as it was understood, the passages with their scores, the model, tokens, credits and time.",
      "A weak answer is nearly always a missing page. Add it, sync, and ask again.",
    ],
    steps: [
      "Ask the preview in Deploy what your visitors ask most.",
      "Open the conversation in the Inbox and look at why it answered so.",
      "Publish when you are happy: visitors see what you published, not your draft.",
    ],
  },
  {
    id: "install",
    title: "Put it on your website",
    summary: "One line of HTML, and a check of your page.",
    paragraphs: [
      "The line from Deploy, Install goes before the end of the page's body. There are recipes for the usual frameworks and shops, a frame for places where no script may run, and a page of the agent's own to link to.",
      "Name the sites that may show the agent under Domains. While the list is empty, every site may.",
    ],
    steps: [
      "Copy the line from Deploy, Install.",
      "Name your site under Domains.",
      "Enter the page's address into the check: it says what the page lacks, with lines to paste.",
    ],
  },
  {
    id: "look",
    title: "Match your brand",
    summary: "Colors, words, greeting and suggestions, in light and dark.",
    paragraphs: [
      "The preview stands beside the settings and shows the draft as you change it. Every word of the chat can be replaced, in each of its six languages.",
      "Colors that would be hard to read are pointed out while you choose them.",
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
      "Conversations appear in the Inbox as they happen. While a person of your team has taken one over, the agent keeps quiet there.",
      "Support agents see the inbox and little else, and say themselves whether they are online.",
    ],
    steps: [
      "Open Inbox and choose a conversation.",
      "Take it over and write your reply.",
      "Hand it back when the agent may go on.",
    ],
  },
  {
    id: "team",
    title: "Invite your team",
    summary: "Owners, admins, advisors and support agents, each with their own view.",
    paragraphs: [
      "Owners and admins invite people by mail, or by a link where no mail server is set up. Advisors build agents; support agents answer in the inbox. Nobody gives a role above their own.",
    ],
    steps: ["Open Manage Account from the profile menu.", "Choose Invite people and their groups."],
  },
  {
    id: "operate",
    title: "Run the server",
    summary: "One folder to back up, one command to check it.",
    paragraphs: [
      "Everything that the server keeps lies in its data folder: database, uploaded files and the key that seals secrets. A copy of that folder is a backup; without the key the sealed parts of it can't be opened.",
      "What the server can be told is in the table of settings in the README that came with it. What other programs may ask of it is in its API reference.",
    ],
  },
];
