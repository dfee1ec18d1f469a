import { compile, search } from "@jmespath-community/jmespath";
import type { JSONValue } from "@jmespath-community/jmespath";

/** What an expression gives of all variables. Throws a sentence where it can't be read. */
export function evaluate(expression: string, variables: Readonly<Record<string, unknown>>): unknown {
  try {
    return search(variables as unknown as JSONValue, expression); // all of them came as JSON
  } catch (error) {
    throw new ExpressionProblem(expression, error);
  }
}

/** Why an expression can't be read; null where it can. */
export function findExpressionProblem(expression: string): string | null {
  try {
    compile(expression);
    return null;
  } catch (error) {
    return new ExpressionProblem(expression, error).message;
  }
}

/** An expression that gives nothing because it is wrong. */
export class ExpressionProblem extends Error {
  constructor(expression: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message.split("\n")[0] : "";
    super(`The expression ${expression.slice(0, 200)} can't be read. ${why}`.trim(), { cause });
  }
}
