import { compile } from "@jmespath-community/jmespath";
import type { JSONValue } from "@jmespath-community/jmespath";
import { searchJson } from "../../actions/searchJson.ts";

/** What an expression gives of all variables. Throws a sentence where it can't be read. */
export function evaluate(expression: string, variables: Readonly<Record<string, unknown>>): unknown {
  try {
    return searchJson(variables as unknown as JSONValue, expression); // all of them came as JSON
  } catch (error) {
    throw new ExpressionProblem(`${expression.slice(0, 200)} can’t be evaluated. ${tell(error)}`, error);
  }
}

/** Why an expression can't be read; null where it can. */
export function findExpressionProblem(expression: string): string | null {
  try {
    compile(expression);
    return null;
  } catch (error) {
    return `The expression ${expression.slice(0, 200)} can't be read. ${tell(error)}`.trim();
  }
}

function tell(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
}

/** An expression that gives nothing. */
export class ExpressionProblem extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}
