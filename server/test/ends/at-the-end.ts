import { onTestFinished, TestRunner } from "vitest";

type Close = () => unknown;
const fileClosers: Close[] = [];

/** Runs `close` at the end of the current test, or of the file if no test is running; the last one first. */
export function atTheEnd(close: Close): void {
  if (TestRunner.getCurrentTest() === undefined) fileClosers.push(close);
  else onTestFinished(async () => void (await close()));
}

/** Closes the rest at the end of a test file. */
export async function endOfFile(): Promise<void> {
  for (let close = fileClosers.pop(); close; close = fileClosers.pop()) await close();
}
