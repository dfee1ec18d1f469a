import { isUniqueViolation } from "../../database/faults.ts";

const attempts = 3;

/** Runs the work again where its twin, with the same client id, was stored between its look and its write. */
export async function retryOnDuplicate<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === attempts) throw error;
    }
  }
}
