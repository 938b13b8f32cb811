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
  /** Why a file can be refused without uploading it. */
  objection?: ((file: File) => string | undefined) | undefined;
  /** Called with the upload's promise, so that a form can wait for it: true once the file is stored. */
  onUploading?: (running: Promise<boolean>) => void;
};

/** One upload at a time: a second file replaces the first. `id` is the picker's, which gets the focus back. */
export function useUpload<Stored>(id: string, { upload, onChange, objection, onUploading }: Uploading<Stored>) {
  const [sending, setSending] = useState<Sending>();
  const [refused, setRefused] = useState<{ name: string; why: string }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const store = async (file: File, control: AbortController): Promise<boolean> => {
    const isThis = () => running.current === control;
    const onProgress = (part: number) => isThis() && setSending((before) => before && { file, part });
    setSending({ file, part: 0 });
    try {
      const stored = await upload(file, { signal: control.signal, onProgress });
      if (control.signal.aborted) return false;
      onChange?.(stored);
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!control.signal.aborted) setRefused({ name: file.name, why });
      return false;
    } finally {
      if (isThis()) setSending(undefined);
    }
  };
  const focus = () => document.getElementById(id)?.focus();
  return {
    sending,
    refused,
    send: (file: File) => {
      running.current?.abort();
      const why = objection?.(file);
      setRefused(why ? { name: file.name, why } : undefined);
      if (why) {
        setSending(undefined);
        return;
      }
      running.current = new AbortController();
      const stored = store(file, running.current);
      onUploading?.(stored);
    },
    giveUp: () => {
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
