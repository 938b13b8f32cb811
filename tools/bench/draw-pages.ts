import { loadavg } from "node:os";
import { measureBesideBare } from "./beside-bare.ts";
import { startBenchLibrary } from "./bench-library.ts";
import { recombinedTitles } from "./titles.ts";

const pages = ["/home", "/user/home", "/user/inventories", "/user/inventories/health", "/user/viewitem/7", "/news"];
const aim = 15; // ms of CPU per page

/** Measures rendering the pages before a login, compressed as browsers get them, next to a bare server. */
export async function measurePages(titles: number, seconds: number): Promise<string> {
  const { library, databaseProcess, stop } = await startBenchLibrary(recombinedTitles(titles));
  const server = {
    address: library.address,
    processes: { application: library.processId, database: databaseProcess },
  };
  try {
    const rows: string[] = [];
    for (const path of pages) {
      const headers = { "accept-encoding": "br" };
      const page = await fetch(`${library.address}${path}`, { headers });
      const kB = (await page.text()).length / 1000;
      if (page.headers.get("cache-control") !== "private, no-cache") throw new Error(`${path} was not drawn.`);
      const load = { name: path, requests: [{ path, headers }] };
      const { perSecond, timesBelow, p99, cpuMs, databaseCpuMs, failures } = await measureBesideBare(
        server,
        load,
        8,
        seconds,
      );
      if (failures > 0) throw new Error(`${path} failed ${failures} times.`);
      rows.push(
        `| ${path} | ${kB.toFixed(0)} | ${perSecond.toFixed(0)} | ${timesBelow.toFixed(1)} | ${p99} | ` +
          `${cpuMs.toFixed(2)} | ${aim} | ${databaseCpuMs.toFixed(2)} |`,
      );
    }
    return (
      `${titles} titles, ${seconds} s each, 8 connections, load average ${loadavg()[0]?.toFixed(1)}, ` +
      `Node ${process.version}\n\n` +
      "| page | kB of HTML | per second | times below bare | p99 ms | CPU ms a page | aim | database CPU ms |\n" +
      `|---|---:|---:|---:|---:|---:|---:|---:|\n${rows.join("\n")}\n`
    );
  } finally {
    await stop();
  }
}
