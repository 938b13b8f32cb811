import { expect, it } from "vitest";
import drawings from "./icons.svg?raw";

const sources = import.meta.glob<string>("./icons.tsx", { query: "?raw", import: "default", eager: true });

it("draws every icon that has a name, and no other", () => {
  const named = [...(sources["./icons.tsx"] ?? "").matchAll(/icon\("([^"]+)"\);/g)].map(([, name]) => name);
  const drawn = [...drawings.matchAll(/<symbol id="([^"]+)"[^>]*><./g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(40);
  expect(new Set(drawn)).toEqual(new Set(named));
});
