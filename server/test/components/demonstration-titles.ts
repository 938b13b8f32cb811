import type { TestProject } from "vitest/node";
import { demonstrationItems } from "#db/seed/demonstration-items.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Every title of the demonstration library. */
    demonstrationTitles: string[];
  }
}

/** Provides the titles to tests in a browser, which can't read files. */
export function setup(project: TestProject) {
  project.provide(
    "demonstrationTitles",
    demonstrationItems().map(({ title }) => title),
  );
}
