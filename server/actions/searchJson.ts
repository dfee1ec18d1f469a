import { TreeInterpreter, compile } from "@jmespath-community/jmespath";
import type { JSONValue } from "@jmespath-community/jmespath";

type Node = ReturnType<typeof compile>;
type Value = Parameters<typeof TreeInterpreter.visit>[1];
/** One object of the class is all that the library gives. */
const Interpreter = TreeInterpreter.constructor as new () => typeof TreeInterpreter;

/** Nodes visited and values gone through; some 100 ms on a small machine. */
const mostWork = 2_000_000;
/** Characters of any text that an expression makes. */
const mostText = 500_000;
/** The number of characters that are as much work as one value. */
const charactersEach = 16;

/** An expression that would take too long, or make too much. */
export class ExpressionTooLarge extends Error {}

/**
 * Gives what a JMESPath expression finds. Its work is counted before it is done, and so is what it makes: a few characters
 * can ask for gigabytes, and this is the thread that everybody waits for.
 */
export function searchJson(value: JSONValue, expression: string): JSONValue {
  const work = new Work();
  const found = new BoundedInterpreter(work).search(compile(expression), value);
  // The same part may stand in it many times, each of which is written out.
  work.spendOn(found);
  return found;
}

class Work {
  #left = mostWork;

  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0)
      throw new ExpressionTooLarge("It needs too much work. Use a shorter list or a simpler expression.");
  }

  /** Spends on all that is in a value. */
  spendOn(value: unknown): void {
    const open: unknown[] = [value];
    while (open.length > 0) {
      const one = open.pop();
      this.spend(typeof one === "string" ? 1 + one.length / charactersEach : 1);
      if (typeof one !== "object" || one === null) continue;
      const parts = Array.isArray(one) ? (one as unknown[]) : Object.values(one);
      this.spend(parts.length);
      for (const part of parts) open.push(part);
    }
  }
}

class BoundedInterpreter extends Interpreter {
  readonly #work: Work;

  constructor(work: Work) {
    super();
    this.#work = work;
    const call = this.runtime.callFunction.bind(this.runtime);
    this.runtime.callFunction = (name, given) => {
      work.spendOn(given.filter((one) => !isReference(one)));
      refuseLongText(name, given);
      return call(name, given);
    };
  }

  override withScope(scope: Parameters<typeof TreeInterpreter.withScope>[0]): typeof TreeInterpreter {
    const made = super.withScope(scope) as unknown as Scoped;
    const inner = new BoundedInterpreter(this.#work);
    const { _functionTable } = this.runtime;
    Object.assign(inner.runtime, { _functionTable });
    return Object.assign(inner, { _rootValue: made._rootValue, _scope: made._scope });
  }

  override visit(node: Node, value: Value): Value {
    this.#work.spend(1);
    switch (node.type) {
      case "Flatten": {
        const list = this.visit(node.child, value);
        if (!Array.isArray(list)) return null;
        for (const one of list) this.#work.spend(Array.isArray(one) ? one.length : 1);
        return list.flat() as JSONValue[];
      }
      case "Slice":
        if (typeof value === "string") this.#work.spend(value.length);
        return this.#count(super.visit(node, value));
      case "Comparator": {
        const [left, right] = [literal(this.visit(node.left, value)), literal(this.visit(node.right, value))];
        this.#work.spendOn([left.value, right.value]);
        return super.visit({ ...node, left, right }, value);
      }
      default:
        return this.#count(super.visit(node, value));
    }
  }

  #count<Made>(made: Made): Made {
    if (typeof made === "string" && made.length > mostText) throw tooLong();
    if (Array.isArray(made)) this.#work.spend(made.length);
    return made;
  }
}

function literal(value: Value) {
  return { type: "Literal", value: value as JSONValue } as const; // nobody compares references
}

/** What the library keeps to itself. */
interface Scoped {
  _rootValue: JSONValue;
  _scope: unknown;
}

function isReference(value: unknown): boolean {
  return typeof value === "object" && value !== null && "expref" in value;
}

/** Refuses texts that are too long before they are made. */
function refuseLongText(name: string, given: readonly unknown[]): void {
  if (measureText(name, given) > mostText) throw tooLong();
}

/** How long the text will be, of the functions that make longer ones than they are given. */
function measureText(name: string, [first, second, third]: readonly unknown[]): number {
  switch (name) {
    case "pad_left":
    case "pad_right":
      return typeof second === "number" ? second : 0;
    case "replace": {
      if (typeof first !== "string" || typeof second !== "string" || typeof third !== "string") return 0;
      const times = second === "" ? first.length + 1 : first.split(second).length - 1;
      return first.length + times * Math.max(0, third.length - second.length);
    }
    case "join": {
      if (typeof first !== "string" || !Array.isArray(second)) return 0;
      const glue = first.length;
      return second.reduce<number>((sum, one) => sum + glue + (typeof one === "string" ? one.length : 0), 0);
    }
    default:
      return 0;
  }
}

function tooLong(): ExpressionTooLarge {
  return new ExpressionTooLarge(`It makes a text longer than ${mostText / 1000} kB.`);
}
