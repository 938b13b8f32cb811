import { drawInOwnProcess, type Work } from "#server/platform/workers/worker.ts";
import * as z from "zod";

const maxSeconds = 60; // 2,000 labels take about five

/** Makes a PDF in the drawing process. Refused if it takes too much, or ends the process. */
export const makePdf = async (drawing: Pick<Work<Uint8Array>, "module" | "input" | "signal">): Promise<Uint8Array> =>
  drawInOwnProcess({ ...drawing, result: z.instanceof(Uint8Array), maxSeconds });
