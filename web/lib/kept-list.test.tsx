import { beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { forgetWork } from "./kept-work.ts";
import { keptList } from "./kept-list.ts";

const list = keptList("things", z.object({ name: z.string() }));
const logIn = (userId: number) => {
  sessionStorage.setItem("token", "any");
  sessionStorage.setItem("currentUser", JSON.stringify({ userId, userTypeId: 2, name: "Ann" }));
};

beforeEach(() => {
  sessionStorage.clear();
  logIn(1);
});

it("a list survives a reload, for its user only", () => {
  expect(list.read()).toEqual([]);
  list.write([{ name: "one" }, { name: "other" }]);
  expect(list.read()).toEqual([{ name: "one" }, { name: "other" }]);
  logIn(2);
  expect(list.read()).toEqual([]);
  logIn(1);
  expect(list.read()).toHaveLength(2);
});

it("a list ends with the logout", () => {
  list.write([{ name: "one" }]);
  forgetWork();
  expect(list.read()).toEqual([]);
});

it("a list leaves out entries from an earlier version of the site", () => {
  sessionStorage.setItem("list:things", JSON.stringify([1, { name: "one" }, { called: "other" }, 7]));
  expect(list.read()).toEqual([{ name: "one" }]);
  for (const broken of ["{", "7", "null", "[]"]) {
    sessionStorage.setItem("list:things", broken);
    expect(list.read(), broken).toEqual([]);
  }
});
