import { expect, it } from "vitest";
import { keptHtml } from "./kept-html.ts";

it("renders a content once while it is cached, and again after it was evicted", () => {
  const parsed: string[] = [];
  const read = keptHtml((content) => {
    parsed.push(content);
    return `<${content}>`;
  }, 24);
  // "aaaa" and its HTML take 10 characters: two of them fit, three do not
  expect(["aaaa", "bbbb", "aaaa", "bbbb", "aaaa"].map(read)).toEqual([
    "<aaaa>",
    "<bbbb>",
    "<aaaa>",
    "<bbbb>",
    "<aaaa>",
  ]);
  expect(parsed).toEqual(["aaaa", "bbbb"]);
  read("cccc");
  read("aaaa");
  expect(parsed).toEqual(["aaaa", "bbbb", "cccc"]);
  read("bbbb");
  expect(parsed).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
});

it("returns what exceeds the cache, and does not store it", () => {
  let parsed = 0;
  const read = keptHtml((content) => {
    parsed += 1;
    return content;
  }, 10);
  expect([read("much longer than that"), read("much longer than that")]).toEqual(
    Array(2).fill("much longer than that"),
  );
  expect(parsed).toBe(2);
});
