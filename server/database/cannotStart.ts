/**
 * Thrown when the product can't start for a reason that the person at the keyboard can do something about:
 * `main` prints the message alone, without a stack, and exits.
 */
export class CannotStart extends Error {
  override name = "CannotStart";
}

/** What helps against a database that can't be read. */
export const whatToTry =
  "Restore a backup of the data folder, or move the file away to begin with an empty one.";
