import { onTestFinished, TestRunner } from "vitest";

type Close = () => unknown;
const ofTheFile: Close[] = [];

/** Runs `close` at the end of the current test, or of the file if no test is running; the last one first. */
export function atTheEnd(close: Close): void {
  if (TestRunner.getCurrentTest() === undefined) ofTheFile.push(close);
  else onTestFinished(async () => void (await close()));
}

/** Runs what is left at the end of a test file. */
export async function endOfFile(): Promise<void> {
  for (let close = ofTheFile.pop(); close; close = ofTheFile.pop()) await close();
}
