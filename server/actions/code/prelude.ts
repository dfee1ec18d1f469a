/**
 * Runs the body `code` with `inputs` in QuickJS, whose value is JSON of what it gives. The same inputs give the same result:
 * neither the time nor chance is there to ask.
 */
export const prelude = `(() => {
  const { code, inputs } = globalThis;
  delete globalThis.code;
  delete globalThis.inputs;
  const refuse = (what) => () => { throw new Error(what + " is not known here. Pass it as an input."); };
  const refuseNow = refuse("The time");
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    apply: refuseNow,
    construct: (target, given) => (given.length > 0 ? Reflect.construct(target, given) : refuseNow()),
    get: (target, key) => (key === "now" ? refuseNow : Reflect.get(target, key)),
  });
  Real.prototype.constructor = globalThis.Date;
  Math.random = refuse("Chance");
  const { parse, stringify } = JSON;
  const given = new Function("inputs", '"use strict";\\n' + code)(parse(inputs));
  if (given instanceof Promise) throw new Error("Promises are not supported. Return a value.");
  return stringify(given);
})()`;
