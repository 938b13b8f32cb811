import { useEffect, useRef, useState } from "react";
import { smallPreview } from "./small-preview.ts";

/** A stored picture for display. */
export type StoredPicture = { url: string; srcset?: string | null; fileName: string };

/** Stores a file; the message of its rejection is shown. */
export type Upload<P> = (
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<P>;

/** A running upload: the file's name, its preview once known, and the uploaded fraction, 0 to 1. */
export type Sending = { name: string; preview: string | undefined; part: number };

type PictureUpload<P> = {
  id: string;
  onChange: (picture: P | null) => void;
  upload: Upload<P>;
  objection?: (file: File) => string | undefined;
  onUploading?: (running: Promise<boolean>) => void;
};

/** One upload at a time: a second file replaces the first. */
export function usePictureUpload<P extends StoredPicture>(props: PictureUpload<P>) {
  const { id, onChange, upload, objection, onUploading } = props;
  const [sending, setSending] = useState<Sending>();
  const [refused, setRefused] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const store = async (file: File, control: AbortController): Promise<boolean> => {
    const tell = (news: Partial<Sending>) => {
      if (running.current === control) setSending((before) => before && { ...before, ...news });
    };
    setSending({ name: file.name, preview: undefined, part: 0 });
    void smallPreview(file).then((preview) => tell({ preview }));
    try {
      const picture = await upload(file, { signal: control.signal, onProgress: (part) => tell({ part }) });
      if (control.signal.aborted) return false;
      onChange(picture);
      return true;
    } catch (error) {
      if (!control.signal.aborted) setRefused(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      if (running.current === control) setSending(undefined);
    }
  };
  return {
    sending,
    refused,
    send: (file: File) => {
      running.current?.abort();
      const wrong = objection?.(file);
      setRefused(wrong);
      if (wrong) return;
      running.current = new AbortController();
      const stored = store(file, running.current);
      onUploading?.(stored);
    },
    giveUp: () => {
      running.current?.abort();
      setSending(undefined);
      document.getElementById(id)?.focus();
    },
    remove: () => {
      setRefused(undefined);
      onChange(null);
      document.getElementById(id)?.focus();
    },
  };
}
