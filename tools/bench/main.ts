/**
 * Benchmarks as ratios to a bare server in the same run:
 * npm run bench [-- TITLES.csv[.gz]] [--seconds 3] [--titles 10000]
 * Uploading a picture:
 * npm run bench -- --what upload
 * Downloading all borrowers:
 * npm run bench -- --what csv [--borrowers 100000]
 * Listing all orders:
 * npm run bench -- --what orders [--orders 100000]
 * A file of labels:
 * npm run bench -- --what labels
 * Rendering the pages before a login:
 * npm run bench -- --what pages [--seconds 3] [--titles 10000]
 * Importing lists (CSV, MARC; generated without a file) and exporting the collection:
 * npm run bench -- --what import [FILE ...]
 */
import { parseArgs } from "node:util";
import { type BesideBare, measureBesideBare } from "./beside-bare.ts";
import { measureImports } from "./bring-in.ts";
import { startBenchLibrary } from "./bench-library.ts";
import { measureDownloads } from "./download-borrowers.ts";
import { measureAllOrders } from "./list-orders.ts";
import { measurePages } from "./draw-pages.ts";
import { fillCarts, loadsOf, logInBorrowers, orderingOf } from "./loads.ts";
import { measureSheets } from "./make-labels.ts";
import { memoryOf } from "./measure.ts";
import { recombinedTitles, titlesOfFile } from "./titles.ts";
import { measureUploads } from "./upload-photo.ts";

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    titles: { type: "string", default: "10000" },
    orders: { type: "string", default: "100000" },
    borrowers: { type: "string", default: "100000" },
    what: { type: "string", default: "use" },
  },
  allowPositionals: true,
});
if (values.what === "upload") {
  process.stdout.write(await measureUploads());
  process.exit();
}
if (values.what === "csv") {
  process.stdout.write(await measureDownloads(Number(values.borrowers)));
  process.exit();
}
if (values.what === "orders") {
  process.stdout.write(await measureAllOrders(Number(values.orders)));
  process.exit();
}
if (values.what === "labels") {
  process.stdout.write(await measureSheets());
  process.exit();
}
if (values.what === "pages") {
  process.stdout.write(await measurePages(Number(values.titles), Number(values.seconds)));
  process.exit();
}
if (values.what === "import") {
  process.stdout.write(await measureImports(positionals));
  process.exit();
}
const seconds = Number(values.seconds);
const aims: Record<string, number> = { "recent items": 5, "item detail": 7, search: 40, "add to cart": 15, order: 45 };

const titles = positionals[0] ? await titlesOfFile(positionals[0]) : recombinedTitles(Number(values.titles));
const { library, databaseProcess, stop } = await startBenchLibrary(titles);
const processes = { application: library.processId, database: databaseProcess };
try {
  const borrowers = await logInBorrowers(library.address, 32);
  const rows: string[] = [];
  for (const connections of [1, 32]) {
    for (const load of loadsOf(titles, borrowers)) {
      rows.push(line(await measureBesideBare({ address: library.address, processes }, load, connections, seconds)));
    }
    const carts = await fillCarts(library.address, titles, (connections === 1 ? 500 : 1200) * (1 + 3 * seconds));
    const alone = orderingOf(borrowers, carts);
    rows.push(line(await measureBesideBare({ address: library.address, processes }, alone, connections, seconds)));
  }
  process.stdout.write(`${titles.length} titles, ${seconds} s each, Node ${process.version}\n\n`);
  process.stdout.write(
    "| what | connections | per second | bare beside it | times below bare | aim | p99 ms | CPU ms an operation | database CPU ms | failures |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
  );
  process.stdout.write(
    `${rows.join("\n")}\n\nMemory of the application's process: ${memoryOf(library.processId).toFixed(0)} MB\n`,
  );
} finally {
  await stop();
}

function line({ name, connections, perSecond, bare, timesBelow, p99, cpuMs, databaseCpuMs, failures }: BesideBare) {
  const aim = connections === 32 ? (aims[name] ?? "") : "";
  const figures = [perSecond.toFixed(0), bare.perSecond.toFixed(0), timesBelow.toFixed(1), aim, p99];
  return `| ${[name, connections, ...figures, cpuMs.toFixed(2), databaseCpuMs.toFixed(2), failures].join(" | ")} |`;
}
