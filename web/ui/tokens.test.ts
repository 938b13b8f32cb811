import { describe, expect, it } from "vitest";
import css from "./tokens.css?raw";

function block(selector: string, nth = 0): Map<string, string> {
  const bodies = css.split(`${selector} {`).slice(1);
  const body = bodies[nth]?.split("}")[0];
  if (body === undefined) throw new Error(`tokens.css has no ${selector}`);
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
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

function contrast(scheme: Map<string, string>, foreground: string, background: string): number {
  const [a = 0, b = 0] = [foreground, background].map((name) => {
    const value = scheme.get(`--${name}`);
    if (value === undefined || !/^#[0-9a-f]{6}$/.test(value))
      throw new Error(`--${name} is not a plain color: ${value}`);
    return luminance(value);
  });
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ["paper", "surface", "sunken"];
const kinds = ["book", "video", "audio"];
const outcomes = ["danger", "success", "info", "warning"];

/** Text on backgrounds: every pair that a component uses, including hover and pressed states. */
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
  ...outcomes.flatMap((name): [string, string][] => [
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
  ...outcomes.map((name): [string, string] => [name, "paper"]),
];

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the %s scheme", (_name, scheme) => {
  it.each(texts)("has enough contrast for text: %s on %s (4.5:1)", (foreground, background) => {
    expect(contrast(scheme, foreground, background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(graphics)("has enough contrast for graphics: %s on %s (3:1)", (foreground, background) => {
    expect(contrast(scheme, foreground, background)).toBeGreaterThanOrEqual(3);
  });
});

it("dark by choice has the same colors as dark by system preference", () => {
  expect([...chosenDark]).toEqual([...systemDark]);
});

it("the dark scheme defines every color of the light one", () => {
  expect([...systemDark.keys()].sort()).toEqual([...block("\n:root", 0).keys()].sort());
});

it("all spaces are multiples of 4 px", () => {
  const spaces = [...both].filter(([name]) => /^--s\d+$/.test(name));
  expect(spaces.length).toBeGreaterThan(5);
  expect(spaces.filter(([, value]) => (Number.parseFloat(value) * 16) % 4 !== 0)).toEqual([]);
});
