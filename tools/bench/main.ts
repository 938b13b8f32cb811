/**
 * Benchmarks the built product over its own database, compared with a bare server:
 * npm run bench                       10,000 titles, 32 connections: each load, its bound, and the memory of the process
 * npm run bench -- --only order       only the loads with this in their names
 * npm run bench -- --titles 100000    every page and search over one connection, in ms
 * Run nothing else at the same time: a busy machine makes every figure worse.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureBesideBare } from "./beside-bare.ts";
import { withLibrary } from "./library.ts";
import { measureOneConnection } from "./one-connection.ts";
import { recombinedTitles } from "./titles.ts";

const { values } = parseArgs({ options: { titles: { type: "string" }, only: { type: "string", default: "" } } });
const titles = recombinedTitles(Number(values.titles ?? 10_000));

console.log(`Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}, ${titles.length} titles\n`);
const { report, isOver } = await withLibrary(titles, (bench) =>
  values.titles === undefined ? measureBesideBare(bench, titles, values.only) : measureOneConnection(bench, titles),
);
console.log(report);
process.exitCode = isOver ? 1 : 0;
