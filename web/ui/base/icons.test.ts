import { expect, it } from "vitest";
import drawings from "./icons.svg?raw";
import names from "./icons.tsx?raw";

it("draws every icon that has a name, and no other", () => {
  const named = [...names.matchAll(/icon\("([^"]+)"\);/g)].map(([, name]) => name);
  const drawn = [...drawings.matchAll(/<symbol id="([^"]+)"[^>]*><./g)].map(([, name]) => name);
  expect(drawn.toSorted()).toEqual(named.toSorted());
});
