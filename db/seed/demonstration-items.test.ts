import { describe, expect, it } from "vitest";
import { limits } from "#contract/catalog/codes.ts";
import { areParts } from "#contract/catalog/parts.ts";
import { isWeight } from "#contract/catalog/weights.ts";
import { demonstrationItems } from "./demonstration-items.ts";
import { demonstrationOrders } from "./demonstration-orders.ts";

const items = demonstrationItems();
const skus = new Set(items.map((item) => item.referenceNumber));
const key = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, " ").toLowerCase();
const pagesOf = (extent: string) => Number(/^(\d+) pages?$/u.exec(extent)?.[1] ?? Number.NaN);

describe("the demonstration titles", () => {
  it("have unique numbers of a category letter and five digits", () => {
    expect(skus.size).toBe(items.length);
    const letters = ["", "B", "V", "A"];
    expect(
      items.filter(
        (item) =>
          !/^[BVA][1-9]\d{4}$/u.test(item.referenceNumber) || item.referenceNumber[0] !== letters[item.categoryId],
      ),
    ).toEqual([]);
  });

  it("are never empty, too long, or easy to confuse with each other", () => {
    expect(items.filter(({ title }) => title.length === 0 || title.length > limits.title)).toEqual([]);
    expect(new Set(items.map(({ title }) => key(title))).size).toBe(items.length);
  });

  it("show what each format is for", () => {
    const kits = items.filter(
      ({ parts, weight, title }) => parts !== "" && weight !== "" && /kit|curric/iu.test(title),
    );
    expect(kits.length).toBeGreaterThanOrEqual(40);
    const letters = items.map(({ referenceNumber }) => referenceNumber[0]);
    expect(letters.filter((letter) => letter === "V").length).toBeGreaterThanOrEqual(60);
    expect(letters.filter((letter) => letter === "A").length).toBeGreaterThanOrEqual(40);
    const inSpanish = items.filter(({ language }) => language === "es");
    expect(inSpanish.length).toBeGreaterThanOrEqual(60);
    expect(inSpanish.filter(({ tags }) => !tags.startsWith("Español, "))).toEqual([]);
  });

  it("say in their description that a leaflet isn't a book", () => {
    const short = items.filter(({ extent }) => pagesOf(extent) < 8);
    expect(short.length).toBeGreaterThan(50);
    expect(short.filter(({ description }) => /\d+-page book\b|^A book\b|^Libro de/u.test(description))).toEqual([]);
    expect(items.filter(({ description }) => description.length < 40)).toEqual([]);
  });

  it("have valid parts and weights, and one spelling for each publisher", () => {
    expect(items.filter(({ parts, weight }) => !areParts(parts) || !isWeight(weight))).toEqual([]);
    const spellings = new Set(items.map(({ publisher }) => publisher));
    const names = [...spellings].map((name) => key(name.replaceAll("&", "and").replace(/^(?:the|u\.? ?s\.?) /iu, "")));
    expect(new Set(names).size).toBe(spellings.size);
  });

  it("include those of the orders, and twelve recent additions, which were never lent", () => {
    const { orders, waitlist } = demonstrationOrders();
    const ordered = [...orders, ...waitlist].flatMap(({ lines }) => lines.map(({ sku }) => sku));
    expect(ordered.filter((sku) => !skus.has(sku))).toEqual([]);
    const recent = items.filter(({ added }) => added <= 12);
    expect(recent.map(({ added }) => added).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 12 }, (_, day) => day + 1),
    );
    expect(recent.filter(({ referenceNumber, copies }) => ordered.includes(referenceNumber) || copies === 0)).toEqual(
      [],
    );
  });
});
