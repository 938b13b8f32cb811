import { StartError } from "../errors/start-error.ts";

type Given = { S3_REGION: string } & {
  [Name in "S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"]?: string | undefined;
};

/** Where pictures are kept in S3; undefined: as files. Throws StartError for half of it. */
export function pictureStore(values: Given) {
  const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const [endpoint = "", bucket = "", accessKeyId = "", secretAccessKey = ""] = needed.map((name) => values[name]);
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length === needed.length) return undefined;
  if (missing.length > 0) throw new StartError(`${missing[0]} must be set too, because pictures are to be kept in S3.`);
  return { endpoint, bucket, region: values.S3_REGION, accessKeyId, secretAccessKey };
}
