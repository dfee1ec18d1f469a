import { Worker } from "node:worker_threads";

// Only startProcess.ts starts this file, with the module that it is to run and the megabytes that it may use.
const [script = "", memoryMb = "512"] = process.argv.slice(2);

// V8's limit is for JavaScript's heap; arrays of bytes lie outside of it. A thread of its own looks, because
// this one is busy, and kills, because nothing else stops it.
const most = (Number(memoryMb) + baseMb()) * 1024 * 1024;
const watch = `setInterval(() => { if (process.memoryUsage.rss() > ${most}) process.kill(process.pid, "SIGKILL"); }, 50)`;
new Worker(watch, { eval: true, stdout: false, stderr: false }).unref();

process.on("disconnect", () => process.exit());
await import(script);

/** What Node and the libraries take before the first document. */
function baseMb(): number {
  return 192;
}
