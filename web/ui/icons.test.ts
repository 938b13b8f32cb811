import { expect, it } from "vitest";
import farSprite from "./icons.svg?raw";
import nearSprite from "./near-icons.svg?raw";

const sources = import.meta.glob<string>("./*icons.tsx", { query: "?raw", import: "default", eager: true });
const named = (by: string) =>
  [
    ...Object.values(sources)
      .join("")
      .matchAll(new RegExp(`${by}\\("([^"]+)"\\);`, "g")),
  ].map(([, name]) => name);

it.each([
  { by: "near", drawings: nearSprite, prefix: "icon-" },
  { by: "far", drawings: farSprite, prefix: "" },
])("the sprite has exactly the icons that are used: $by", ({ by, drawings, prefix }) => {
  const drawn = [...drawings.matchAll(/<symbol id="([^"]+)"[^>]*><./g)].map(([, name]) => name);
  expect(named(by).length).toBeGreaterThan(20);
  expect(new Set(drawn)).toEqual(new Set(named(by).map((name) => prefix + name)));
});
