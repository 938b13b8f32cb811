import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { plainName } from "./names.ts";

const problemOf = (name: string) => z.safeParse(plainName, name).error?.issues[0]?.message;

describe("a name", () => {
  it.each([
    "Ma. Luisa O'Neil-Smith",
    "Ma. Luisa O’Neil-Smith",
    "J. R. R. Tolkien",
    "U.S. Grant III",
    "Dr. Mary-Jane Watson, Ph.D.",
    "Zoë D'Angelo",
    "E",
    "李小龍",
    "محمد علي",
    "Александр Солженицын",
    "Rosa (Rosie) Díaz",
    "Kamehameha Keaweaheulu‘Iolani",
    "P.S. 12",
    "P.S.12",
    "St. Mary’s of the Immaculate Conception",
    "Martin Luther King Jr. High",
    "21st Century Learning Institute",
    "Cesar E. Chavez Dual Language Academy",
    "Si Se Puede Academy/Rocketship #2",
    "Núñez y Domínguez, Escuela Primaria n.º 4",
    "A. B. Miller H.S.",
    "Eastside Union H.S.D.",
    "Kings River-Hardwick Union Elem.",
  ])("may be %s", (name) => {
    expect(problemOf(name)).toBeUndefined();
  });

  it.each([
    "IT desk: verify at https://bad.example",
    "http://10.0.0.1",
    "www.bad.example",
    "=?utf-8?q?bad=2Eexample?=",
    "Verify at bad.example",
    "verify-now.example.com/login",
    "J.Smith",
    "Verify at t.co",
    "x。com",
    "x․com",
    "x﹒com",
    "x.\uFE0Fcom",
    "x.c\u034Fom",
    "x.भारत",
    "desk＠localhost",
    "desk﹫localhost",
    "http:／／intranet",
    "mailto:desk",
    "http:intranet",
    "bad．example",
    "bad。example",
    "bad\u200B.exam\u200Bple",
    "write to desk@bad.example",
    "t.co/abc",
    "Ann\nBcc: desk",
    "Ann\r\nLee",
    "Ann\u2028Lee",
    "Ann\u0007",
  ])("can't be %j", (name) => {
    expect(problemOf(name)).toBe(
      "This can’t include web addresses, email addresses, or line breaks. If there’s a period, put a space after it.",
    );
  });

  it("can't have more than 60 characters", () => {
    expect(problemOf("x".repeat(60))).toBeUndefined();
    expect(problemOf("x".repeat(61))).toContain("cannot be longer than 60 characters.");
  });
});
