import { useEffect, useRef, useState } from "react";

export type Upload<Stored> = (
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<Stored>;

/** A running upload: the file and the uploaded fraction, 0 to 1. */
export type Sending = { file: File; part: number };

export type Uploading<Stored> = {
  upload: Upload<Stored>;
  onChange?: (stored: Stored | null) => void;
  /** Returns why a file is refused without uploading it. */
  objection?: ((file: File) => string | undefined) | undefined;
  /** Called with the upload's promise, which resolves to whether the file was stored. */
  onUploading?: (running: Promise<boolean>) => void;
};

/** Runs one upload at a time: a second file replaces the first. `id` is the picker's, which gets the focus back. */
export function useUpload<Stored>(id: string, { upload, onChange, objection, onUploading }: Uploading<Stored>) {
  const [sending, setSending] = useState<Sending>();
  const [refused, setRefused] = useState<{ name: string; reason: string }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const store = async (file: File, control: AbortController): Promise<boolean> => {
    const isCurrent = () => running.current === control;
    const onProgress = (part: number) => isCurrent() && setSending((before) => before && { file, part });
    setSending({ file, part: 0 });
    try {
      const stored = await upload(file, { signal: control.signal, onProgress });
      if (control.signal.aborted) return false;
      onChange?.(stored);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!control.signal.aborted) setRefused({ name: file.name, reason });
      return false;
    } finally {
      if (isCurrent()) setSending(undefined);
    }
  };
  const focus = () => document.getElementById(id)?.focus();
  return {
    sending,
    refused,
    send: (file: File) => {
      running.current?.abort();
      const reason = objection?.(file);
      setRefused(reason ? { name: file.name, reason } : undefined);
      if (reason) {
        setSending(undefined);
        return;
      }
      running.current = new AbortController();
      const stored = store(file, running.current);
      onUploading?.(stored);
    },
    cancel: () => {
      running.current?.abort();
      setSending(undefined);
      focus();
    },
    remove: () => {
      setRefused(undefined);
      onChange?.(null);
      focus();
    },
  };
}
