import { useMutation } from "@tanstack/react-query";
import { saveFile } from "./save-file.ts";

const words = {
  idle: "",
  pending: "Preparing the file…",
  success: "",
  error: "The file couldn’t be downloaded. Please try again.",
};

/** Fetches a file and saves it; `said` is how that goes, to be read aloud. */
export function useDownload(fetched: () => Promise<Parameters<typeof saveFile>[0]>, done: string) {
  const { mutate, status } = useMutation({ mutationFn: async () => saveFile(await fetched()), meta: { done } });
  return { button: { busy: status === "pending", onClick: () => mutate() }, said: words[status] };
}
