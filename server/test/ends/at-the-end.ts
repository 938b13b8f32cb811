import { onTestFinished, TestRunner } from "vitest";

type Close = () => unknown;
const ofTheFile: Close[] = [];

/** Closes what was opened for a test when the test ends, and what was opened for its file when that ends; the last one first. */
export function atTheEnd(close: Close): void {
  if (TestRunner.getCurrentTest() === undefined) ofTheFile.push(close);
  else onTestFinished(async () => void (await close()));
}

/** For the end of a test file. */
export async function endOfFile(): Promise<void> {
  for (let close = ofTheFile.pop(); close; close = ofTheFile.pop()) await close();
}
