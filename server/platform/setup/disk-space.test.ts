import os from "node:os";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../configuration.ts";
import { checkDisks, placesWrittenTo, spaceIn } from "./disk-space.ts";

const [gigabyte, places] = [1e9, [{ setting: "BACKUP_DIR" as const, folder: "/backups" }]];

describe("a disk", () => {
  it.each([
    [0.9, 1000, true],
    [1.1, 1000, false],
    [0.9, 10, false],
    [0.4, 10, true],
    [0, 10, true],
  ])("with %d of %d GB free: almost full is %s", async (free, size, isAlmostFull) => {
    const outcome = checkDisks(places, async () => ({ free: free * gigabyte, size: size * gigabyte })).then(
      () => "enough",
      (error: Error) => error.message,
    );
    expect(await outcome).toBe(
      isAlmostFull
        ? "The disk with BACKUP_DIR /backups is almost full. Free up some space before the library can no longer save there."
        : "enough",
    );
  });

  it("has a size if its folder exists, and isn't checked if the folder is missing or has no size", async () => {
    const space = await spaceIn(os.tmpdir());
    expect(space?.size).toBeGreaterThan(space?.free ?? Infinity);
    expect(await spaceIn("/nothing/of/this/name")).toBeUndefined();
    if (process.platform === "linux") expect(await spaceIn("/proc")).toBeUndefined();
    await checkDisks([{ setting: "DATA_DIR", folder: "/nothing/of/this/name" }]);
  });
});

describe("an instance", () => {
  const server = { DATABASE_URL: "postgres://lender@localhost/library" };
  const bucket = {
    S3_ENDPOINT: "http://s3",
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "key",
  };
  const mail = { SMTP_URL: "smtp://localhost" };

  it.each([
    ["with the built-in database", { ...bucket, ...mail }, ["DATA_DIR"]],
    ["with local pictures", { ...server, ...mail }, ["DATA_DIR"]],
    ["whose emails are files", { ...server, ...bucket }, ["DATA_DIR"]],
    ["with a database server, a bucket, and a mail server", { ...server, ...bucket, ...mail }, []],
    ["with nightly backups", { ...server, ...bucket, ...mail, BACKUP_DIR: "/backups" }, ["BACKUP_DIR"]],
  ])("%s writes only to certain folders", (_, settings, expected) => {
    const configuration = readConfiguration({ DATA_DIR: "/data", ...settings });
    expect(placesWrittenTo(configuration).map(({ setting }) => setting)).toEqual(expected);
  });
});
