import { withLibrary } from "./bench-library.ts";
import { tableOfSteps } from "./table-of-steps.ts";
import { recombinedTitles } from "./titles.ts";

/** Generates files of labels. */
export function measureLabels(): Promise<string> {
  return withLibrary({ titles: recombinedTitles(2000) }, (bench) => {
    const sheet = (count: number, template: string) => async () => {
      const inventoryItemIds = Array.from({ length: count }, (_, at) => at + 1);
      const answer = await bench.clerk.send("Labels/MakeSheet", { inventoryItemIds, template });
      const { size } = await answer.blob();
      if (size < 100_000) throw new Error(`The file has ${size} bytes only.`);
      return `${(size / 1e6).toFixed(1)} MB`;
    };
    return tableOfSteps(bench, [
      ["1000 on 5160", sheet(1000, "5160")],
      ["again", sheet(1000, "5160")],
      ["1000 on a roll", sheet(1000, "roll")],
      ["2000 on 5160", sheet(2000, "5160")],
    ]);
  });
}
