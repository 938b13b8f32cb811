import { afterEach, beforeEach, expect, it } from "vitest";
import { type Action, createBrowserHistory } from "./router.tsx";

// The real history of the test's window, restored after each test.
const start = location.pathname + location.search;
let stop = () => {};
beforeEach(() => history.pushState(null, "", "/first"));
afterEach(() => {
  stop();
  history.replaceState(null, "", start);
});

type Move = [action: Action, address: string, delta: number | null];

function recordMoves() {
  const own = createBrowserHistory();
  const moves: Move[] = [];
  stop = own.listen(({ action, location: { pathname, search, hash }, delta }) =>
    moves.push([action, pathname + search + hash, delta]),
  );
  return { own, moves };
}

it("the history reports each navigation, and the distance of Back and Forward", async () => {
  const { own, moves } = recordMoves();
  own.push("/second?page=2");
  own.push("/third#here");
  own.go(-2);
  await expect.poll(() => moves.length).toBe(3);
  own.go(1);
  await expect.poll(() => moves.length).toBe(4);
  expect(moves).toEqual([
    ["PUSH", "/second?page=2", 1],
    ["PUSH", "/third#here", 1],
    ["POP", "/first", -2],
    ["POP", "/second?page=2", 1],
  ]);
});

it("the history keeps a link's state with its entry, even through Back", async () => {
  const { own, moves } = recordMoves();
  own.push("/second", { from: "cart" });
  const { key } = own.location;
  expect(own.location.state).toEqual({ from: "cart" });
  own.push("/third");
  expect(own.location.state).toBeNull();
  own.go(-1);
  await expect.poll(() => moves.length).toBe(3);
  expect(own.location).toMatchObject({ state: { from: "cart" }, key });
});

it("the history gives each visit its own key, and a loaded page the default key", () => {
  const { own } = recordMoves();
  expect(own.location.key).toBe("default");
  own.push("/second");
  const first = own.location.key;
  own.push("/second");
  expect(own.location.key).not.toBe(first);
});

it("replacing an entry does not add one", () => {
  const { own, moves } = recordMoves();
  const before = history.length;
  own.replace("/instead");
  expect(history.length).toBe(before);
  expect(moves).toEqual([["REPLACE", "/instead", 0]]);
  expect(own.action).toBe("REPLACE");
});

it("the history reports a navigation past a foreign entry without a guessed distance", async () => {
  const { own, moves } = recordMoves();
  own.push("/second");
  history.pushState(null, "", "/strange");
  own.go(-1);
  await expect.poll(() => moves.length).toBe(2);
  expect(moves[1]?.[1]).toBe("/second");
});
