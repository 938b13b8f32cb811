import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { atTheEnd } from "./ends/at-the-end.ts";

/** Starts an S3-protocol server on loopback for the test or test file; returns the settings of a bucket. */
export async function s3Settings(bucket = "pictures") {
  const directory = path.join(os.tmpdir(), `library-test-s3-${randomUUID()}`);
  const configureBuckets = [{ name: bucket, configs: [] }];
  const server = new S3rver({ address: "127.0.0.1", port: 0, directory, silent: true, configureBuckets });
  const { port } = await server.run();
  atTheEnd(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_REGION: "us-east-1",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
}
