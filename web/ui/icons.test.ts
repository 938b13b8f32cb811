import { expect, it } from "vitest";
import farSprite from "./icons.svg?raw";
import nearSprite from "./near-icons.svg?raw";

const sources = import.meta.glob<string>("./*icons.tsx", { query: "?raw", import: "default", eager: true });
const namesBy = (by: string) =>
  [
    ...Object.values(sources)
      .join("")
      .matchAll(new RegExp(`${by}\\("([^"]+)"\\);`, "g")),
  ].map(([, name]) => name);

it.each([
  { by: "near", drawings: nearSprite, prefix: "icon-" },
  { by: "far", drawings: farSprite, prefix: "" },
])("the sprite has exactly the icons that are used: $by", ({ by, drawings, prefix }) => {
  const symbols = [...drawings.matchAll(/<symbol id="([^"]+)"[^>]*><./g)].map(([, name]) => name);
  expect(namesBy(by).length).toBeGreaterThan(20);
  expect(new Set(symbols)).toEqual(new Set(namesBy(by).map((name) => prefix + name)));
});
