import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { plainName } from "./names.ts";

const problemOf = (name: string) => z.safeParse(plainName, name).error?.issues[0]?.message;

describe("a name", () => {
  it.each([
    "Ma. Luisa O'Neil-Smith",
    "Ma. Luisa O’Neil-Smith",
    "J. R. R. Tolkien",
    "J.R.R. Tolkien",
    "U.S. Grant III",
    "Martin Luther King, Jr.",
    "Dr. Mary-Jane Watson, Ph.D.",
    "María José de la Cruz y Peña",
    "Nguyễn Thị Ánh",
    "Zoë D'Angelo",
    "Jean-Luc St. Pierre",
    "E",
    "Ng",
    "Björk Guðmundsdóttir",
    "李小龍",
    "محمد علي",
    "Александр Солженицын",
    "Siobhán Ní Dhomhnaill",
    "Rosa (Rosie) Díaz",
    "Mr. & Mrs. Lee",
    "Robin Reader 2",
    "Xóchitl Hernández-Núñez",
    "Kamehameha Keaweaheulu‘Iolani",
    "Oak Grove Elementary",
    "P.S. 12",
    "P.S.12",
    "St. John's Lutheran School",
    "St. Mary’s of the Immaculate Conception",
    "Martin Luther King Jr. High",
    "John F. Kennedy Middle (7-8)",
    "100th Street Elementary",
    "21st Century Learning Institute",
    "California Virtual Academy @ San Diego",
    "Cesar E. Chavez Dual Language Academy",
    "Si Se Puede Academy/Rocketship #2",
    "Opportunities for Learning - Hacienda La Puente",
    "Alliance Marine - Innovation and Technology 6-12 Complex",
    "Núñez y Domínguez, Escuela Primaria n.º 4",
    "Dr. Olga Mohan High",
    "A. B. Miller H.S.",
    "Eastside Union H.S.D.",
    "Los Angeles Unified",
    "Mt. Diablo Unified",
    "Twin Rivers Unified: Charter & Alternative",
    "Kings River-Hardwick Union Elem.",
  ])("may be %s", (name) => {
    expect(problemOf(name)).toBeUndefined();
  });

  it.each([
    "IT desk: verify at https://bad.example",
    "http://10.0.0.1",
    "Log in at 10.0.0.1/library",
    "www.bad.example",
    "=?utf-8?q?bad=2Eexample?=",
    "Verify at bad.example",
    "verify-now.example.com/login",
    "BAD.EXAMPLE",
    "J.Smith",
    "x.com",
    "Verify at t.co",
    "x.com?pay=1",
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
    "https:intranet",
    "bad．example",
    "bad。example",
    "bad\u200B.exam\u200Bple",
    "write to desk@bad.example",
    "desk@localhost",
    "t.co/abc",
    "ftp://x",
    "Ann\nBcc: desk",
    "Ann\r\nLee",
    "Ann\u2028Lee",
    "Ann\tLee",
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
