import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { CallFailed } from "#web/lib/call.ts";
import { Button } from "./button.tsx";
import { Download } from "#web/ui/icons.tsx";
import styles from "./download-button.module.css";
import { saveFile } from "#web/lib/files/save-file.ts";

type DownloadButtonProps = Omit<ComponentProps<typeof Button>, "busy" | "onClick"> & {
  file: () => Promise<Parameters<typeof saveFile>[0]>;
  /** The toast when the file is saved. */
  done: string;
};

const statusTexts = {
  idle: "",
  pending: "Preparing the file…",
  success: "",
  error: "The file couldn’t be downloaded. Please try again.",
};

export function DownloadButton({ file, done, icon = <Download size={18} />, ...button }: DownloadButtonProps) {
  const { mutate, status, error } = useMutation({ mutationFn: async () => saveFile(await file()), meta: { done } });
  return (
    <>
      <Button {...button} icon={icon} busy={status === "pending"} onClick={() => mutate()} />
      <output className={error ? styles.failed : styles.said}>
        {error instanceof CallFailed && error.isRefusal ? error.message : statusTexts[status]}
      </output>
    </>
  );
}
