import { drawInOwnProcess, type Work } from "#server/platform/workers/worker.ts";
import * as z from "zod";

const maxSeconds = 60; // 2,000 labels take about five

/** Makes a PDF in the drawing process. Refuses one that takes too much time or memory, or crashes the process. */
export const makePdf = async (drawing: Pick<Work<Uint8Array>, "module" | "input" | "signal">): Promise<Uint8Array> =>
  drawInOwnProcess({ ...drawing, result: z.instanceof(Uint8Array), maxSeconds });
