import type { ChannelWords } from "./channelWords.ts";
import type { LetterWords } from "./letterWords.ts";

/** What the built-in model needs of a language in which it answers. */
export interface SpokenWords {
  /** Words that hold sentences together, with spaces between: they tell the language of a text, and nothing of its subject. */
  functionWords: string;
  /** Its small letters beside a to z, as a regular expression has them between brackets. */
  alphabet: string;
  answers: AnswerWords;
  signposts: Signposts;
  smallTalk: SmallTalk;
}

/** All that the server says in a language that the chat has, too. */
export interface ChatWords extends SpokenWords {
  drafts: DraftWords;
  besideLauncher: LauncherLabels;
  channels: ChannelWords;
  mail: LetterWords;
}

/** What the controls beside a closed launcher are called. */
export interface LauncherLabels {
  /** Takes the questions away. */
  hideSuggestion: string;
  /** Takes a message away which the chat said first. */
  hideMessage: string;
  /** Says how a launcher that visitors may move is moved by keyboard. */
  move: string;
}

/** The built-in model's own sentences. `from` stands before a quote, `closest` after `notFound`, before a page's name. */
export interface AnswerWords {
  hello: (name: string) => string;
  thanks: string;
  bye: string;
  whoAmI: (name: string) => string;
  from: (place: string) => string;
  notFound: string;
  closest: (place: string) => string;
  /** A question that a heading stands for. */
  about: (heading: string) => string;
  /** That a topic is not talked about, where the agent has no words of its own for it. */
  refusal: string;
  person: PersonWords;
  actions: ActionWords;
}

/** What is said to a visitor who asks for a person. */
export interface PersonWords {
  handsOver: string;
  /** In the place of it, while no member is there. */
  isAway: string;
  /** Behind it, where the team could not reach the visitor later. */
  askEmail: string;
  /** Where no person can be asked for. */
  hasNone: string;
  /** What a visitor chooses to ask for one. */
  ask: string;
}

/** What is said of an action by the built-in model: what it waits for, why it is not done, and what came of it. */
export interface ActionWords {
  fillIn: string;
  confirm: string;
  approval: string;
  /** The visitor's page does it. */
  page: string;
  /** Only a website's page can do it, and there is none here. */
  surface: string;
  pageFailed: string;
  signIn: string;
  waiting: string;
  once: string;
  done: string;
  failed: string;
  /** Of a web search. */
  nothingFound: string;
  declined: string;
  unknown: string;
  /** For a form that the visitor sent. */
  thanks: string;
}

/** How pages lead to an answer without giving it, as parts of a regular expression. */
export interface Signposts {
  /** The first words of a sentence that says what follows, or where more stands. */
  introduction: string;
  /** The first words of a heading above what has to be known or had before. */
  preparation: string;
}

/** What visitors write that asks nothing, in small letters without signs, as parts of a regular expression. */
export interface SmallTalk {
  greeting: string;
  afterGreeting?: string;
  thanks: string;
  afterThanks?: string;
  bye: string;
  afterBye?: string;
  /** Asks who answers. */
  who: string;
}

/** What the built-in model writes of a new agent by itself; all else are the site's own words. */
export interface DraftWords {
  /** Stands before what the site says of itself. */
  purpose: (name: string) => string;
  welcome: (name: string) => string;
  ask: (topic: string) => string;
}
