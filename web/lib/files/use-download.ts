import { useMutation } from "@tanstack/react-query";
import { CallFailed } from "#web/lib/call.ts";
import { saveFile } from "./save-file.ts";

const words = {
  idle: "",
  pending: "Preparing the file…",
  success: "",
  error: "The file couldn’t be downloaded. Please try again.",
};

/** Fetches a file and saves it; `said` is how that goes, to be read aloud; `refusal` is why there is no file, if there is none. */
export function useDownload(fetched: () => Promise<Parameters<typeof saveFile>[0]>, done: string) {
  const { mutate, status, error } = useMutation({
    mutationFn: async () => saveFile(await fetched()),
    meta: { done },
  });
  const refusal = error instanceof CallFailed && error.isRefusal ? error.message : undefined;
  return {
    button: { busy: status === "pending", onClick: () => mutate() },
    said: refusal ?? words[status],
    refusal,
  };
}
