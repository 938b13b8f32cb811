import path from "node:path";
import type { Configuration } from "../configuration.ts";
import type { FileStore } from "./file-store.ts";
import { localFiles } from "./local-files.ts";
import { s3Files } from "./s3-files.ts";

/** The picture store from the settings: a bucket, else the folder `media` in the data folder. */
export function openFileStore({
  dataFolder,
  pictureStore,
}: Pick<Configuration, "dataFolder" | "pictureStore">): FileStore {
  return pictureStore ? s3Files(pictureStore) : localFiles(path.join(dataFolder, "media"));
}
