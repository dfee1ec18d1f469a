/** The token of a frame that belongs to no agent: the console shows in it how an agent will look that is not made yet. */
export const draftToken = "draft";
