import { expect, it } from "vitest";
import { keptHtml } from "./kept-html.ts";

it("parses a content once while there is room, and again after it had to make room", () => {
  const parsed: string[] = [];
  const read = keptHtml((content) => {
    parsed.push(content);
    return `<${content}>`;
  }, 24);
  // "aaaa" and its HTML take 10 characters: two of them have room, not three
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

it("gives what is longer than all the room, and holds nothing of it", () => {
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
