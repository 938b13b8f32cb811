import { expect, it } from "vitest";
import { pictureObjection } from "./files.ts";

const mega = 1024 * 1024;

it.each([
  ["image/png", 10 * mega, undefined],
  ["", 5, undefined],
  ["image/avif", 10 * mega + 1, "The picture can’t be larger than 10 MB."],
  ["image/svg+xml", 5, "The picture must be a JPEG, PNG, WebP, GIF, or AVIF file."],
  ["application/pdf", 99 * mega, "The picture must be a JPEG, PNG, WebP, GIF, or AVIF file."],
])("pictureObjection checks the type and size of %j with %d bytes", (type, size, sentence) => {
  expect(pictureObjection({ type, size })).toBe(sentence);
});
