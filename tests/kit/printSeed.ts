import { chooseSeed } from "./sampled.ts";

/** Says once a run, before the first test, how its sampled sweeps are repeated. */
export default function printSeed(): void {
  const whole = process.env["TEST_SWEEPS"] === "whole";
  console.log(whole ? "Sweeps: whole." : `Sweeps: sampled. TEST_SEED=${chooseSeed()} repeats the choice.`);
}
