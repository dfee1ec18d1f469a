/**
 * Thrown when the product can't start for a reason that the person at the keyboard can do something about: `main`
 * prints only the message, without a stack, and exits.
 */
export class CannotStart extends Error {
  override name = "CannotStart";
}

/** Thrown where another process does this, or something that this must not run beside: later it can be done. */
export class Busy extends CannotStart {
  override name = "Busy";
}

/** Thrown where another process upgrades the database, which backed it up before that. */
export class Upgrading extends Busy {
  override name = "Upgrading";
}

/** What helps against a database that can't be read. */
export const whatToTry =
  "Restore a backup of the data folder, or move the file away to begin with an empty one.";
