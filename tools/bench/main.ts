/**
 * Benchmarks of the built product; docs/benchmarks.md says what each shows and what came out.
 * npm run bench [-- TITLES.csv[.gz]] [--seconds 3] [--titles 10000] [--only search]
 * npm run bench -- --what list | pages | csv | orders | search | upload | labels | renames | planning | import [FILE ...]
 * npm run bench -- --what paired --against ../other-checkout [--only order] [--rounds 7] [--connections 1,32]
 * npm run bench -- --what cost [--against ../other-checkout] [--rounds 7] [--titles 10000]
 * npm run bench -- --what growth | searching [--titles 10000,100000,1000000]
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureAdminList } from "./admin-list.ts";
import { measureBorrowers, measureOrders } from "./downloads.ts";
import { measureCost } from "./cost/measure-cost.ts";
import { measureGrowth } from "./growth/measure-growth.ts";
import { measureSearching } from "./growth/measure-searching.ts";
import { measureImports } from "./imports.ts";
import { measureLabels } from "./labels.ts";
import { measureDesk } from "./desk/measure-desk.ts";
import { measurePaired } from "./paired.ts";
import { measurePages } from "./pages.ts";
import { measurePlanning } from "./planning.ts";
import { measureRenames } from "./renames.ts";
import { measureRequests } from "./requests.ts";
import { recombinedTitles, titlesOfFile } from "./titles.ts";
import { measureUploads } from "./uploads.ts";

const { values, positionals } = parseArgs({
  options: {
    what: { type: "string", default: "requests" },
    seconds: { type: "string", default: "3" },
    titles: { type: "string" },
    orders: { type: "string", default: "100000" },
    borrowers: { type: "string", default: "100000" },
    only: { type: "string" },
    against: { type: "string" },
    rounds: { type: "string", default: "7" },
    connections: { type: "string", default: "1,32" },
  },
  allowPositionals: true,
});
const seconds = Number(values.seconds);
const titles = (usual: number) => recombinedTitles(Number(values.titles ?? usual));

const benches: Record<string, () => Promise<string>> = {
  requests: async () =>
    measureRequests(positionals[0] ? await titlesOfFile(positionals[0]) : titles(10_000), seconds, values.only),
  paired: () =>
    measurePaired(titles(10_000), values.against ?? "../main", {
      seconds,
      rounds: Number(values.rounds),
      only: values.only ?? "",
      connections: values.connections.split(",").map(Number),
    }),
  cost: () => measureCost(titles(10_000), { against: values.against, rounds: Number(values.rounds) }),
  list: () => measureAdminList(titles(100_000)),
  pages: () => measurePages(titles(10_000), seconds),
  csv: () => measureBorrowers(Number(values.borrowers)),
  search: () => measureDesk(Number(values.orders)),
  orders: () => measureOrders(Number(values.orders)),
  upload: measureUploads,
  labels: measureLabels,
  import: () => measureImports(positionals),
  planning: () => measurePlanning(titles(100_000)),
  renames: () => measureRenames(titles(100_000)),
  growth: () => measureGrowth((values.titles ?? "10000,100000").split(",").map(Number)),
  searching: () => measureSearching((values.titles ?? "10000,100000").split(",").map(Number), seconds),
};

const bench = benches[values.what];
if (!bench) throw new Error(`What to measure is one of ${Object.keys(benches).join(", ")}.`);
console.log(`Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}\n\n${await bench()}`);
