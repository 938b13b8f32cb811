import { afterAll } from "vitest";
import { endOfFile } from "./at-the-end.ts";

// Vitest runs this before each test file. A hook that a test or `beforeAll` registers would be lost.
afterAll(endOfFile);
