import { describe, expect, it } from "vitest";
import css from "./tokens.css?raw";

function block(selector: string, nth = 0): Map<string, string> {
  const bodies = css.split(`${selector} {`).slice(1);
  const body = bodies[nth]?.split("}")[0];
  if (body === undefined) throw new Error(`tokens.css has no ${selector}`);
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((found) => [found[1] ?? "", found[2] ?? ""]));
}

const both = block("\n:root", 1);
const light = new Map([...both, ...block("\n:root", 0)]);
const systemDark = block(':root:not([data-scheme="light"])');
const chosenDark = block(':root[data-scheme="dark"]');
const dark = new Map([...both, ...systemDark]);

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(scheme: Map<string, string>, one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((name) => {
    const value = scheme.get(`--${name}`);
    if (value === undefined || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`--${name} is no plain colour: ${value}`);
    return luminance(value);
  });
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ["paper", "surface", "sunken"];
const kinds = ["book", "video", "audio"];
const happenings = ["danger", "success", "info", "warning"];

/** Text on backgrounds: every pair a component uses, hover and pressed states included. */
const texts: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ["ink", ground],
    ["ink-muted", ground],
    ["link", ground],
    ["primary", ground],
    ["primary-strong", ground],
    ["danger", ground],
    ["danger-strong", ground],
  ]),
  ...grounds.flatMap((ground) => kinds.map((kind): [string, string] => [`${kind}-text`, ground])),
  ["on-primary", "primary"],
  ["on-primary", "primary-strong"],
  ["primary", "primary-soft"],
  ["primary-strong", "primary-soft"],
  ["ink", "primary-soft"],
  ["on-danger", "danger"],
  ["on-danger", "danger-strong"],
  ["danger-strong", "danger-soft"],
  ["on-marigold", "marigold"],
  ["ink", "neutral-soft"],
  ["ink-muted", "neutral-soft"],
  ["paper", "ink"],
  ...happenings.flatMap((name): [string, string][] => [
    [name, `${name}-soft`],
    ["ink", `${name}-soft`],
    [name, "surface"],
  ]),
  ...kinds.flatMap((kind): [string, string][] => [
    ["on-cover", kind],
    ["on-cover", `${kind}-deep`],
    [kind, "cover-label"],
    [`${kind}-deep`, "cover-label"],
  ]),
  ["on-cover-label", "cover-label"],
];

/** Non-text: control borders, focus rings, icons, an alert's bar. */
const graphics: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ["line-strong", ground],
    ["focus", ground],
    ["primary", ground],
  ]),
  ["line-strong", "neutral-soft"],
  ["focus", "primary-soft"],
  ...happenings.map((name): [string, string] => [name, "paper"]),
];

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the %s scheme", (_name, scheme) => {
  it.each(texts)("lets %s be read on %s (4.5:1)", (one, other) => {
    expect(contrast(scheme, one, other)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(graphics)("lets %s be seen on %s (3:1)", (one, other) => {
    expect(contrast(scheme, one, other)).toBeGreaterThanOrEqual(3);
  });
});

it("gives a visitor who chose dark the same colors as one whose system did", () => {
  expect([...chosenDark]).toEqual([...systemDark]);
});

it("names every color of the light scheme in the dark one", () => {
  expect([...systemDark.keys()].sort()).toEqual([...block("\n:root", 0).keys()].sort());
});

it("keeps every space on the 4 px grid", () => {
  const spaces = [...both].filter(([name]) => /^--s\d+$/.test(name));
  expect(spaces.length).toBeGreaterThan(5);
  expect(spaces.filter(([, value]) => (Number.parseFloat(value) * 16) % 4 !== 0)).toEqual([]);
});
