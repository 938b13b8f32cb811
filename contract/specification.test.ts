import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { allCalls } from "./all.ts";
import { messages } from "./wire/messages.ts";

const facts = (name: string) =>
  readFileSync(path.join(import.meta.dirname, "../docs/specification", name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** "GET Inventory/GetRecentItems?itemCount={n}" -> the call, and the names of its query; [/{x}] is optional. */
function parse(line: string) {
  const [call = "", query = ""] = line.split("?");
  const names = query === "" ? [] : query.split("&").map((part) => part.replace(/=.*/, ""));
  return { call: call.replace(/\[\/\{(\w+)\}\]/, "/{$1?}"), query: names };
}

describe("the contract", () => {
  it.each(facts("calls.txt").map(parse))("declares $call", ({ call, query }) => {
    const declared = allCalls.find((each) => each.call === call);
    expect(declared).toBeDefined();
    const names = declared?.query instanceof z.ZodMiniObject ? Object.keys(declared.query.shape) : [];
    expect(names).toEqual(expect.arrayContaining(query));
  });

  it("declares no call twice, ignoring case and the trailing slash", () => {
    const names = allCalls.map(({ call }) =>
      call
        .toLowerCase()
        .replace(/\/$/, "")
        .replace(/\{[^}]*\}/g, "{}"),
    );
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it("uploads in the field uploadFile, answers the new order count as a bare number and the borrowers as CSV", () => {
    const by = (name: string) => allCalls.find(({ call }) => call.includes(name));
    expect(by("UploadAttachment")).toMatchObject({ upload: "uploadFile" });
    expect(by("GetNewOrderCount")).toHaveProperty("bare");
    expect(by("borrowers/csv")).toMatchObject({ file: "text/csv" });
  });
});

describe("the messages", () => {
  const said = Object.values(messages).flatMap((group) => Object.values(group));

  it.each(facts("sentences.txt").map((line) => line.slice(1, -1)))("say '%s' letter for letter", (sentence) => {
    expect(said).toContain(sentence);
  });
});
