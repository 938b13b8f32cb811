import path from "node:path";
import { rolldown } from "rolldown";

/** Which browser plays a journey, how wide its window is, and which color scheme it prefers. */
export type Look = { width: number; height: number; dark?: boolean };

/** One tab of one browser: what the tests need of its driver. */
export type Tab = {
  goto: (address: string) => Promise<void>;
  address: () => Promise<string>;
  /** Evaluates an expression in the page. Its value is JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  click: (x: number, y: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: "Enter" | "Escape" | "SelectAll" | "Delete") => Promise<void>;
  /** Chooses a file in the field that an expression finds. */
  attach: (expression: string, file: string) => Promise<void>;
  /** Errors of scripts, and messages of the console that report one. */
  errors: () => string[];
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
};

let bundled: Promise<string> | undefined;

/** The script of in-page.ts, ready to be evaluated. */
export function inPageScript(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  const build = await rolldown({ input: path.join(import.meta.dirname, "in-page.ts") });
  const { output } = await build.generate({ format: "iife" });
  await build.close();
  return output[0].code;
}
