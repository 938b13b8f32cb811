import { afterAll, beforeAll } from "vitest";
import { endOfFile } from "./at-the-end.ts";

type Task = { tasks?: Task[]; retry?: unknown };

// A race that only sometimes comes out right is wrong: these have one try.
// oxlint-disable-next-line no-empty-pattern -- Vitest reads here which fixtures it needs: none
beforeAll(({}, suite) => {
  if (/concurrency|killed|embedded-postgres/.test(suite.file.filepath)) tryOnce(suite);
});

function tryOnce(task: Task): void {
  task.retry = 0;
  for (const each of task.tasks ?? []) tryOnce(each);
}

// Vitest runs this before each test file. A hook that a test or `beforeAll` registers would be lost.
afterAll(endOfFile);
