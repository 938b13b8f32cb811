import { loadavg } from "node:os";
import { administratorToken, startBenchLibrary } from "./bench-library.ts";
import { forgetPeak, peakOf } from "./download-borrowers.ts";
import { memoryOf } from "./measure.ts";
import { recombinedTitles } from "./titles.ts";

/** Generates files of labels and prints the time and the peak memory. */
export async function measureSheets(): Promise<string> {
  const { library, stop } = await startBenchLibrary(recombinedTitles(2000));
  try {
    const token = await administratorToken(library.address);
    const rows: string[] = [];
    for (const [template, count] of [
      ["5160", 1000],
      ["5160", 1000],
      ["roll", 1000],
      ["5160", 2000],
    ] as const) {
      forgetPeak(library.processId);
      const before = memoryOf(library.processId);
      const started = performance.now();
      const answer = fetch(`${library.address}/api/Labels/MakeSheet`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ inventoryItemIds: Array.from({ length: count }, (_, at) => at + 1), template }),
      });
      const [{ size }, waited] = await Promise.all([
        answer.then((response) => response.clone().blob()),
        longestWait(library.address, answer),
      ]);
      const took = (performance.now() - started) / 1000;
      const memory = [before, peakOf(library.processId), memoryOf(library.processId)].map((held) => held.toFixed(0));
      if (size < 100_000) throw new Error(`The file has ${size} bytes only.`);
      rows.push(
        `| ${count} | ${template} | ${took.toFixed(1)} s | ${(size / 1e6).toFixed(1)} | ${waited.toFixed(0)} ms | ${memory.join(" | ")} |`,
      );
    }
    return (
      `Load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n\n` +
      "| labels | paper | time | MB | another call waited | memory before, MB | at most | after |\n" +
      `|---:|---|---:|---:|---:|---:|---:|---:|\n${rows.join("\n")}\n`
    );
  } finally {
    await stop();
  }
}

/** The longest a small call took until the answer arrived, in ms. */
async function longestWait(address: string, until: Promise<Response>): Promise<number> {
  let isOver = false;
  const end = until.then((response) => response.clone().blob()).finally(() => (isOver = true));
  let longest = 0;
  while (!isOver) {
    const started = performance.now();
    await (await fetch(`${address}/api/Code/GetEveryGrade`)).text();
    longest = Math.max(longest, performance.now() - started);
  }
  await end;
  return longest;
}
