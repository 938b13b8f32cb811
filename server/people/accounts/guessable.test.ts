import { describe, expect, it } from "vitest";
import { passwordOf } from "#server/test/factories.ts";
import { isGuessable } from "./guessable.ts";

const names = [
  "rosa.diaz",
  "Rosa Díaz",
  "Kings River Union School",
  "Tule Unified",
  "rosa@kingsriver.example",
  "Bookmobile of Tulare",
];
const borrower = { names, isStaff: false };
const staff = { names, isStaff: true };

describe("a borrower's password is refused", () => {
  it.each([
    [
      "repeats",
      ["aaaaaaaa", "abcabcabc", "aaaabbbb", "        ", "📚📚📚📚📚📚📚📚", "健".repeat(9), "aA1!aA1!", "12341234"],
    ],
    ["sequences", ["abcdefgh", "87654321", "ABCDEFGHIJ", "0987654321", "123abc123", "abcd1234"]],
    ["keyboard walks", ["qwertyuiop", "1qaz2wsx", "asdfghjkl;", "zxcvbnm,", "!@#$%^&*", "poiuytrewq"]],
    ["dates", ["20261121", "11/21/2026", "1987-04-12", "Oct2026!", "marzo2026", "lunes2026", "Monday123"]],
    ["seasons and years", ["Summer2026", "Winter2025!", "Spring-2027", "Fall2026", "Otoño2026", "primavera2026"]],
    ["common passwords", ["password", "Sunshine", "football", "iloveyou2", "letmein1", "Welcome2026!", "changeme1"]],
    ["substitutions", ["Passw0rd!", "P@ssw0rd2026", "l1br4ry2026", "w31c0m3!1", "c0ntr4s3ñ4", "$unsh1ne1", "trustno1"]],
    [
      "words of the library",
      ["Library1!", "my library!", "library library", "Librarian1", "biblioteca2026", "books2026"],
    ],
    ["words of schools", ["school2026", "teacher1", "escuela1", "maestra2026", "Curriculum1", "healthed1"]],
    [
      "Spanish words",
      ["contraseña1", "Contrasena123", "teamomucho", "estrella1", "princesa1", "hola1234", "secreto123"],
    ],
    [
      "names",
      ["Rosa2026", "rosadiaz1", "rosadíaz!!", "Rosa.Diaz1", "KingsRiver2026", "kings-river-union", "Tule Unified!"],
    ],
    ["the library's name", ["bookmobile12", "TulareBookmobile", "B00kmobile!"]],
  ])("when it is made of %s", async (_kind, passwords) => {
    const ratings = await Promise.all(passwords.map((typed) => isGuessable(passwordOf(typed), borrower)));
    expect(passwords.filter((_typed, place) => !ratings[place])).toEqual([]);
  });
});

const honest = [
  "maple otter candle",
  "velvet-anchor-tuesday",
  "purple.tractor.lemon",
  "sunflower garden teapot",
  "zebra lantern pickle",
  "four plain words here",
  "library card at noon",
  "the river runs uphill",
  "window seat and rainy days",
  "silla lámpara nube",
  "cactus tren helado",
  "mi gato come tortillas",
  "llueve sobre el tejado",
  "tres tazas de café negro",
  "ContraseñaNiño-2231",
  "kT9vQ2mZx4Lp",
  "f7Hq-w2Zr-9bXd",
  "xK4mWq8RtY2p",
  "QmZ7vT3xLk9w",
  "健康教育の図書館と雨の日の本",
];

it.each(honest)("password %s is accepted for borrowers and staff", async (typed) => {
  expect(await isGuessable(passwordOf(typed), borrower)).toBe(false);
  expect(await isGuessable(passwordOf(typed), staff)).toBe(false);
});

it.each(["correct horse", "perro azul montaña", "a new password"])(
  "password %s is accepted for borrowers, but refused for staff",
  async (typed) => {
    expect(await isGuessable(passwordOf(typed), borrower)).toBe(false);
    expect(await isGuessable(passwordOf(typed), staff)).toBe(true);
  },
);

it("a password is rated in bounded time, no matter how long it is or how many substitutions it has", async () => {
  const slowest = passwordOf("p4ssw0rd5@$$!1|".repeat(13));
  await isGuessable(slowest, borrower); // loads the word lists
  const works = [];
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage();
    await isGuessable(slowest, borrower);
    const { user, system } = process.cpuUsage(before);
    works.push((user + system) / 1000);
  }
  expect(Math.min(...works)).toBeLessThan(60); // ms; without limits, more than 1000
});
