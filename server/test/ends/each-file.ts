import { afterAll, beforeAll } from "vitest";
import { endOfFile } from "./at-the-end.ts";

type Task = { tasks?: Task[]; retry?: unknown };

// No retries: a race that only sometimes ends well is a bug.
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from here: none
beforeAll(({}, suite) => {
  if (/concurrency|killed|embedded-postgres/.test(suite.file.filepath)) tryOnce(suite);
});

function tryOnce(task: Task): void {
  task.retry = 0;
  for (const each of task.tasks ?? []) tryOnce(each);
}

// Vitest runs this before each test file. Hooks registered in a test or in `beforeAll` would be lost.
afterAll(endOfFile);
