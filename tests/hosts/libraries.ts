/**
 * What old libraries do to a page, as scripts of our own: they change the same built-in objects in the same way, so that code
 * which leans on these objects breaks as it would on pages that still have the libraries.
 */

const extend = `function put(target, methods) { for (var name in methods) target[name] = methods[name]; }`;

/** Like Prototype 1.6 and 1.7: enumerable methods on arrays, strings and elements; Array.from and toJSON of its own. */
export const prototypeLike = `
${extend}
put(Array.prototype, {
  each: function (run) { for (var i = 0; i < this.length; i++) run(this[i], i); return this; },
  toArray: function () { return [].concat(this); },
  entries: function () { return this.toArray(); },
  reduce: function () { return this.length > 1 ? this : this[0]; },
  without: function (value) { return this.filter(function (one) { return one !== value; }); },
  find: function (fits) { for (var i = 0; i < this.length; i++) if (fits(this[i], i)) return this[i]; },
  clear: function () { this.length = 0; return this; },
  first: function () { return this[0]; },
  last: function () { return this[this.length - 1]; },
  compact: function () { return this.filter(function (one) { return one != null; }); },
  toJSON: function () { return "[" + this.map(JSON.stringify).join(", ") + "]"; }
});
Array.from = function (value) {
  if (!value) return [];
  if ("toArray" in Object(value)) return value.toArray();
  var length = value.length || 0, made = new Array(length);
  while (length--) made[length] = value[length];
  return made;
};
put(String.prototype, {
  toJSON: function () { return '"' + this + '"'; },
  strip: function () { return this.replace(/^\\s+|\\s+$/g, ""); },
  startsWith: function (text) { return this.lastIndexOf(text, 0) === 0; },
  times: function (count) { return count < 1 ? "" : new Array(count + 1).join(this); }
});
put(Element.prototype, {
  hide: function () { this.style.display = "none"; return this; },
  show: function () { this.style.display = ""; return this; },
  update: function (html) { this.innerHTML = html; return this; },
  remove: function () { this.parentNode && this.parentNode.removeChild(this); return this; },
  observe: function (name, run) { this.addEventListener(name, run, false); return this; },
  select: function (selector) { return this.querySelectorAll(selector); }
});
document.getElementsByClassName = function (name) { return Array.from(document.querySelectorAll("." + name)); };
window.$ = function (id) { return document.getElementById(id); };
window.$$ = function (selector) { return Array.from(document.querySelectorAll(selector)); };
`;

/** Like MooTools 1.2 and 1.3: the same with other names, also on functions and events, and an Array.from that wraps. */
export const mooToolsLike = `
${extend}
put(Array.prototype, {
  contains: function (one) { return this.indexOf(one) > -1; },
  include: function (one) { if (!this.contains(one)) this.push(one); return this; },
  erase: function (one) { for (var i = this.length; i--; ) if (this[i] === one) this.splice(i, 1); return this; },
  empty: function () { this.length = 0; return this; },
  flatten: function () { return [].concat.apply([], this); },
  associate: function (keys) { var made = {}; for (var i = 0; i < keys.length; i++) made[keys[i]] = this[i]; return made; }
});
Array.from = function (item) { return item == null ? [] : item.length !== undefined && typeof item !== "string" ? Array.prototype.slice.call(item) : [item]; };
put(Function.prototype, {
  bind: function (self) { var run = this, given = Array.prototype.slice.call(arguments, 1); return function () { return run.apply(self, given.concat(Array.prototype.slice.call(arguments))); }; },
  delay: function (ms) { return setTimeout(this, ms); },
  attempt: function () { try { return this(); } catch (error) { return null; } },
  extend: function (methods) { put(this, methods); return this; }
});
put(Element.prototype, {
  set: function (name, value) { this[name] = value; return this; },
  get: function (name) { return this[name]; },
  inject: function (parent) { parent.appendChild(this); return this; },
  store: function () { return this; },
  dispose: function () { return this.parentNode ? this.parentNode.removeChild(this) : this; },
  addEvent: function (name, run) { this.addEventListener(name, run, false); return this; }
});
put(String.prototype, { test: function (pattern) { return new RegExp(pattern).test(this); }, contains: function (text) { return this.indexOf(text) > -1; } });
put(Event.prototype, { stop: function () { this.preventDefault(); this.stopPropagation(); return this; } });
window.$type = function (item) { return typeof item; };
`;

/** Methods on every object, as pages of the nineties had them, and built-ins that somebody wrapped. */
export const pollutedPrototypes = `
["each", "extend", "clone", "keys", "isEmpty", "token", "mode", "open", "look", "global", "locale", "launcher", "q", "hideOn", "target", "element"].forEach(function (name) {
  Object.prototype[name] = function () { return "page"; };
});
`;

export const patchedBuiltIns = `
Array.prototype.toJSON = function () { return "[]"; };
var stringify = JSON.stringify, parse = JSON.parse, ask = window.fetch;
JSON.stringify = function (value) { return stringify.call(JSON, value); };
JSON.parse = function (text, revive) { return parse.call(JSON, text, revive); };
window.fetch = function (address, init) { return ask.call(window, address, init).then(function (answer) { return answer; }); };
Array.prototype.push = (function (push) { return function () { return push.apply(this, arguments); }; })(Array.prototype.push);
Map.prototype.has = (function (has) { return function (key) { return has.call(this, key); }; })(Map.prototype.has);
window.setTimeout = (function (set) { return function () { return set.apply(window, arguments); }; })(window.setTimeout);
`;
