/** "Upload limit 21000" (specification 9), read as kB. */
export const uploadLimitBytes = 21_000 * 1000;
/** The largest picture that somebody without an organization may send. */
export const publicUploadLimitBytes = 2_000_000;
/** "Max suggestions 10, max minimized suggestions 3." */
export const maxSuggestions = 10;
export const maxMinimisedSuggestions = 3;
/** "Persona text limit 5000, lower edge 2500." */
export const personaLimit = 5000;
export const personaLowerLimit = 2500;
/** What is kept of a persona's text while another preset is chosen: longer than any that a model takes, so that it can be cut. */
export const personaKeptLimit = 20_000;
/** What an agent is told before every answer, and what one rule of its guidance tells it. */
export const maxInstructionsCharacters = 8000;
export const maxGuidanceCharacters = 2500;
/** "{product} list fetch on entry: page 1, limit 100." */
export const entryListLimit = 100;
/** The most conversations that come at a time: where a list is read again, as many as it shows. */
export const longestThreadPage = 1000;
/** "Toast auto-close 2000 ms." */
export const toastMs = 2000;
/** "Agent status polling 120000 ms." */
export const agentStatusPollMs = 120_000;
/** "Embed iframe default 700px wide by 360px high." */
export const embedWidth = 700;
export const embedHeight = 360;
/** "Breakpoints: mobileXS 480, mobile 768, tablet 1024, laptop 1200, desktop 1440 px." */
export const breakpoints = { mobileXS: 480, mobile: 768, tablet: 1024, laptop: 1200, desktop: 1440 } as const;
/** "Modal max width 750px; username display max width 146px." */
export const modalMaxWidth = 750;
export const usernameMaxWidth = 146;
/** The longest message a visitor or a support agent may send, in UTF-16 units. */
export const maxMessageCharacters = 8000;
/** Of what a page says of itself with a message, as JSON. */
export const maxContextCharacters = 4000;
/** What of a conversation goes along with a question of the playground: how many messages, and how long each may be. */
export const maxTriedMessages = 30;
export const maxTriedCharacters = 32_000;
/** The best score of a conversation; the worst is 1. */
export const maxScore = 5;
/** Files that go along with one message of a visitor, and the largest of them. */
export const maxAttachments = 4;
export const maxAttachmentBytes = 10_000_000;
/** How long a note to the agent is that a conversation is handed back with, and how many of the newest count. */
export const maxAgentNoteCharacters = 2500;
export const mostAgentNotes = 5;
/** How far ahead a reply may be scheduled, and how many of one conversation wait for their time. */
export const longestScheduleMs = 366 * 24 * 60 * 60_000;
export const maxScheduledReplies = 20;
/** How long "is writing" is shown after it was last told, and how often it is told again at most. */
export const typingShownMs = 6000;
export const typingToldEveryMs = 3000;
/** How often presence is sent to the team, and after how long without it people count as gone. */
export const presenceToldEveryMs = 25_000;
export const presenceShownMs = 60_000;
/** The largest JSON body of a call that names no other (CallSpec.maxBodyBytes); uploads go to their own address. */
export const maxBodyBytes = 256 * 1024;
/** How long a ticket of a frame or of the preview is valid (architecture decisions 8 and 14). */
export const ticketMs = 10 * 60 * 1000;
/** How long after it was first handed out a frame that stays open may renew its ticket. */
export const ticketRenewalMs = 24 * 60 * 60 * 1000;
/** Versions that an agent keeps; with one more the oldest goes. */
export const maxVersions = 100;
/** Characters of pages that changed or went away which an agent keeps for its versions; over it the oldest forget them. */
export const maxKeptCharacters = 50_000_000;
/** Canned replies of an agent, and of each person for an agent; and how long one is. */
export const maxCannedReplies = 300;
export const maxCannedCharacters = 4000;

/** The longest text that is one data source. */
export const maxTextSourceCharacters = 200_000;
