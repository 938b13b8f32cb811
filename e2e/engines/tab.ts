import path from "node:path";
import { rolldown } from "rolldown";

/** A browser's window size and color scheme. */
export type Look = { width: number; height: number; dark?: boolean };

/** A browser tab, with what the tests need from its driver. */
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
  /** Script errors, and console messages that report one. */
  errors: () => string[];
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
};

let script: Promise<string> | undefined;

/** Returns the bundled in-page.ts, ready to evaluate. */
export function inPageScript(): Promise<string> {
  script ??= bundle();
  return script;
}

async function bundle(): Promise<string> {
  const build = await rolldown({ input: path.join(import.meta.dirname, "in-page.ts") });
  const { output } = await build.generate({ format: "iife" });
  await build.close();
  return output[0].code;
}
