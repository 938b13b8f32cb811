import { coverageOf } from "#server/platform/pdf/pdf-fonts.ts";
import { piecesOf } from "#server/platform/pdf/pieces.rules.ts";
import * as z from "zod";

/** Returns the titles with characters missing from all fonts. Runs in the drawing process. */
export async function run(given: unknown): Promise<string[]> {
  const fonts = coverageOf("regular");
  return z
    .array(z.string())
    .parse(given)
    .filter((title) => !piecesOf(title, fonts).isWhole);
}
