/**
 * Thrown when the product can't start for a reason that the person at the keyboard can do something about:
 * `main` prints the message alone, without a stack, and exits.
 */
export class CannotStart extends Error {
  override name = "CannotStart";
}
